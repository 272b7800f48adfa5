import CommandLineTool

/// What the program says about itself.
enum Help {
  static let options = [
    Verb.helpOption,
    CommandOption("version", letter: "V", help: "print the version"),
  ]

  static var short: String {
    """
    To do the next workout of Couch to 5K, and hear when to run and when to walk, type

      couch5k run

    Commands:
    \(verbs)

    Options:
    \(options.help)

    "couch5k COMMAND --help" tells more about a command.
    """
  }

  private static var verbs: String {
    let width = Verb.allCases.map(\.rawValue.count).max() ?? 0
    return Verb.allCases.map { "  \($0.rawValue.padded(to: width))  \($0.summary)" }.joined(separator: "\n")
  }
}

extension Verb {
  var help: String {
    """
    Usage: couch5k \(usage)

    \(explanation)

    Options:
    \(options.help)
    """
  }

  private var usage: String {
    switch self {
    case .run:
      "run [--week W] [--day D] [--drills] [--distance] [--start-at MM:SS] [--speed N] [--no-mpris] [--socket PATH]"
    case .resume: "resume [--distance] [--no-mpris] [--socket PATH]"
    case .discard: "discard"
    case .next: "next"
    case .plan: "plan [--json | --svg FILE]"
    case .show: "show --week W --day D [--json]"
    case .done: "done --week W --day D [--and-before]"
    case .undone: "undone --week W --day D [--and-before] [--and-after]"
    case .history: "history [--json | --csv]"
    case .summary: "summary [RUN] [--json]"
    case .progress: "progress [--json | --svg FILE]"
    case .distance: "distance [RUN] METRES"
    case .attach: "attach [RUN] FILE"
    case .export: "export FILE"
    case .import: "import FILE"
    case .render: "render --week W --day D --output FILE [--music FILE...] [--duck-db N]"
    }
  }

  private var explanation: String {
    switch self {
    case .run:
      """
      Does a workout of the plan, the next one if none is named. Each cue is sent to cued, which is
      started if it does not run, and is heard over whatever music plays. At its end, or when it is ended
      early, the run goes into the history.

      In a terminal the interval and the time that it still lasts fill the screen. The space bar pauses and
      resumes, c mutes chimes, + and - change how loud cues are, q ends the run after a question. Ctrl-C
      ends the program at once, and resume goes on with the run. Elsewhere, and where TERM is dumb, each
      event is a line.

      --drills begins with five drills on the spot, three and a half minutes in all, each shown and said;
      n begins the next one. The history does not have them, and they are not gone on with.

      While it goes on, a headset's buttons and a desktop's media keys pause and resume it, and
      the machine neither goes idle nor to sleep, unless it is paused for more than five minutes.

      Where there is no sound server, the workout's cues are written to a FLAC file in the current
      folder instead.

      A run that could not be finished, since the program was killed or the terminal closed, is offered
      to be resumed the next time. Two runs at once are refused.

      Exit status: 0 when the workout is complete, was ended with q, or was written to a file; 1 when it
      cannot be done; 2 when the command line is wrong. Ended by a signal, it ends by that signal.
      """
    case .resume:
      """
      Goes on with a run that was not finished, as if nothing but time had passed: in the interval that
      the runner is in by now, or paused where it was. Nothing that was heard is heard again; of what fell
      due meanwhile, only the latest change between running and walking is. Without a terminal, a paused
      run goes on at once.
      """
    case .discard: "Ends a run that was not finished, as of when it was last heard of: so far it is in the history."
    case .next: "Prints the workout after the furthest that is done."
    case .plan:
      """
      Prints what each week asks for between the warmup and the cooldown, how long it takes in all, and
      which of it is done. --svg draws the grid of weeks and runs, filled as it is done, in a file; one of
      that name is replaced, once the new one is whole.
      """
    case .show: "Prints when each interval of a workout begins, what it is, and how long it lasts."
    case .done:
      """
      Marks a workout as done, or with --and-before all up to it, so that the one after it is next: for
      those who come from another program.
      """
    case .undone:
      """
      Marks a workout as not done, also one that was run, until it is completed again. The history keeps
      its runs.
      """
    case .history:
      """
      Prints all runs, the newest first. The first column is the beginning of a run's id, by which other
      commands know it. JSON and CSV hold all that is known, as "couch5k export" writes it.
      """
    case .summary:
      """
      Prints how long a run took, how far and how fast it went, and its intervals. RUN is the beginning of
      its id, as "couch5k history" shows it; without it, the latest run is meant. Where a GPX file was
      attached, it draws how fast each half minute was.
      """
    case .progress:
      """
      Draws the plan's grid of weeks and runs, filled as it is done, and charts of the longest run, the
      distance and the pace over the runs, as wide as the terminal is; in colours, unless NO_COLOR is set.
      Between them stands what the runs of each week come to. --svg draws the same in a file; one of that
      name is replaced, once the new one is whole.
      """
    case .distance:
      """
      Says how far a run went, in metres, as a treadmill shows it; "none" takes it back. RUN is the
      beginning of its id, as "couch5k history" shows it; without it, the latest run is meant. What a GPX
      file has said of the run's parts is forgotten.
      """
    case .attach:
      """
      Measures how far and how fast a run and each of its intervals went, by the track that a watch or a
      phone has recorded meanwhile and written as a GPX file. RUN is the beginning of its id, as "couch5k
      history" shows it; without it, the run is meant that the track was recorded in. The way itself is
      not kept.

      Points are left out that may be more than 20 m off: by the accuracy in metres that the file has in
      an extension, or else by its hdop, of which 1 is taken for 5 m. The way over a pause does not count.
      """
    case .export:
      """
      Writes all runs and marks to a file, JSON or CSV by its ending. A file of that name is replaced, once
      the new one is whole.
      """
    case .import:
      """
      Adds the runs and marks of a file that export has written, JSON or CSV by its ending. A run that is
      there already stays as it is; of two marks, the later one counts. A file with an error adds nothing.
      """
    case .render:
      """
      Writes all the cues of a workout to a sound file, each at its time, with silence between them.
      The file's ending says its format: wav, flac, ogg, oga or opus. A file of that name is replaced,
      once the new one is whole.

      With --music, the cues are heard over music of your own, which gets quieter for each and is loud
      again at once. Files of any kind are taken, such as *.flac or *.mp3: one after another, and from the
      first again, until the workout is over.
      """
    }
  }
}
