// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]

/// Values and decisions: no C library, no Foundation, no clock, no I/O.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies, swiftSettings: strict)
}

func system(_ name: String, _ package: String) -> Target {
  .systemLibrary(name: name, providers: [.apt([package])])
}

let package = Package(
  name: "cued",
  products: [
    .executable(name: "cued", targets: ["cued"]),
    .executable(name: "cuectl", targets: ["cuectl"]),
    .executable(name: "couch5k", targets: ["couch5k"]),
  ],
  targets: [
    pure("Cue"),
    pure("Workout"),
    pure("WorkoutEngine", ["Cue", "Workout"]),
    pure("CueText", ["Cue", "Workout"]),
    pure("CueQueue", ["Cue"]),
    pure("Ducking"),
    pure("Hearing"),
    pure("ChimeSynthesis", ["Hearing"]),
    pure("JSON"),
    pure("Spelling"),
    pure("Settings", ["Cue", "Ducking", "JSON", "Spelling"]),
    pure("History", ["Cue", "Workout"]),
    pure("Pictures", ["Cue", "Workout", "History", "TerminalScreen"]),
    pure("TerminalScreen"),
    pure("RunScreen", ["CueText", "Workout", "WorkoutEngine", "TerminalScreen"]),
    pure("MediaPlayer", ["Cue"]),

    library("EventLoop", ["CSystemd", "CLinux"]),
    library("Systemd", ["CSystemd"]),
    library("DesktopBus", ["Cue", "MediaPlayer", "EventLoop", "CMediaPlayer"]),
    library("Varlink", ["EventLoop", "JSON", "CLinux"]),
    .target(
      name: "CueInterface",
      dependencies: ["Cue", "Settings", "JSON", "Varlink", "EventLoop", "CResources", "CLinux"],
      exclude: ["io.cued.Cues.varlink", "io.cued.Settings.varlink", "io.cued.Voices.varlink"], swiftSettings: strict),
    library("Sound", ["CSndFile", "CSampleRate", "CResources", "Hearing"]),
    library("Speech", ["EventLoop", "Sound", "Spelling", "Systemd", "CEspeakNG", "CSeccomp", "CLinux"]),
    library("Playback", ["EventLoop", "Ducking", "Sound", "CPulseAudio", "CLinux"]),
    library("CueRenderer", ["Cue", "CueText", "Settings", "EventLoop", "Speech", "Sound"]),
    library(
      "CueDaemon",
      [
        "Cue", "CueInterface", "CueQueue", "CueRenderer", "CueText", "EventLoop", "JSON", "Playback", "Settings",
        "Sound",
        "Speech",
        "Systemd", "Varlink", "CSystemd",
      ]),
    library("CommandLineTool", ["CLinux"]),
    library("CalendarTime", ["Cue"]),
    // Values and decisions, and of the C library only its mathematics.
    library("Tracks", ["Cue", "Workout", "History"]),
    library("GPX", ["Cue", "CalendarTime", "Tracks", "CExpat"]),
    library("HistoryDatabase", ["History", "Cue", "Workout", "CSQLite"]),

    program("cued", ["CueDaemon", "CueInterface", "EventLoop", "Playback", "Settings", "Speech", "CommandLineTool"]),
    program(
      "cuectl", ["Cue", "CueInterface", "Settings", "Varlink", "EventLoop", "TerminalScreen", "CommandLineTool"]),
    program(
      "couch5k",
      [
        "Cue", "Workout", "WorkoutEngine", "CueText", "CueInterface", "CueQueue", "CueRenderer", "Ducking", "EventLoop",
        "Sound", "Speech", "CalendarTime", "DesktopBus", "MediaPlayer", "History", "HistoryDatabase", "Pictures",
        "RunScreen", "Settings", "TerminalScreen", "Tracks", "GPX", "CommandLineTool", "CLinux",
      ]),
    program(
      "bench-ducking",
      ["DuckingLab", "SoundLab", "CommandLineTool", "Cue", "EventLoop", "cued"]),
    program("bench-delivery", ["DeliveryLab", "SoundLab", "CommandLineTool", "EventLoop", "cued"]),
    program("nine-weeks", ["RunLab", "CommandLineTool", "EventLoop", "cued", "couch5k"]),
    program("make-chimes", ["ChimeSynthesis"]),
    program("make-manual", ["Settings", "CommandLineTool"]),
    program(
      "make-pictures",
      [
        "Cue", "Workout", "WorkoutEngine", "History", "HistoryDatabase", "Pictures", "RunScreen", "TerminalScreen",
        "CommandLineTool",
      ]),
    program("soak", ["Cue", "CueInterface", "SoundLab", "EventLoop", "CommandLineTool", "cued"]),
    program(
      "bench",
      [
        "SoundLab", "Cue", "CueInterface", "CueText", "Sound", "EventLoop", "CPulseAudio", "CommandLineTool", "cued",
        "couch5k",
      ]),

    .target(name: "CResources"),
    .target(name: "CLinux"),
    .target(name: "CMediaPlayer", dependencies: ["CSystemd"]),
    system("CEspeakNG", "libespeak-ng-dev"),
    system("CPulseAudio", "libpulse-dev"),
    system("CSndFile", "libsndfile1-dev"),
    system("CSampleRate", "libsamplerate0-dev"),
    system("CSystemd", "libsystemd-dev"),
    system("CSeccomp", "libseccomp-dev"),
    system("CEBUR128", "libebur128-dev"),
    system("CSQLite", "libsqlite3-dev"),
    system("CExpat", "libexpat1-dev"),

    tests("Workout", []),
    tests("WorkoutEngine", ["Cue", "Workout"]),
    tests("CueText", ["Cue", "Workout"]),
    tests("Spelling", []),
    tests("History", ["Cue", "Workout"]),
    tests("HistoryDatabase", ["History", "Cue", "Workout"]),
    tests("Pictures", ["Cue", "Workout", "History", "TerminalScreen"]),
    tests("Tracks", ["Cue", "Workout", "History"]),
    tests("GPX", ["Cue", "Tracks"]),
    tests("TerminalScreen", []),
    tests("MediaPlayer", []),
    tests("DesktopBus", []),
    tests("CueQueue", ["Cue"]),
    tests("EventLoop", []),
    tests("JSON", []),
    tests("Settings", ["Cue", "Ducking", "JSON", "Speech", "make-manual"]),
    tests("Varlink", ["EventLoop", "JSON", "CLinux"]),
    tests("Sound", ["ChimeSynthesis", "Cue", "CSndFile", "CEBUR128"]),
    tests("Speech", ["EventLoop", "Sound", "CLinux", "cued"]),
    tests("CueInterface", ["Cue", "Settings", "JSON", "Varlink", "EventLoop", "Ducking"]),
    .testTarget(
      name: "CuectlTests",
      dependencies: ["cuectl", "cued", "Cue", "CueInterface", "Settings", "CommandLineTool", "CLinux"],
      swiftSettings: strict),
    tests("CommandLineTool", []),
    .testTarget(
      name: "Couch5kTests",
      dependencies: [
        "couch5k", "make-pictures", "Cue", "Workout", "WorkoutEngine", "CueInterface", "CueQueue", "CueRenderer",
        "Ducking", "Varlink", "EventLoop", "Sound", "CalendarTime", "History", "HistoryDatabase", "Pictures",
        "RunScreen", "Settings", "TerminalScreen", "MediaPlayer", "CommandLineTool", "CSndFile", "CEBUR128", "CLinux",
      ],
      exclude: ["Pictures", "inhibitors.py"],
      swiftSettings: strict),
    tests("Ducking", []),
    tests("Playback", ["CPulseAudio", "Sound"]),
    library("SoundLab", ["EventLoop", "CSndFile", "CLinux"]),
    .target(name: "SoundLabTesting", dependencies: ["SoundLab"], path: "Tests/SoundLabTesting", swiftSettings: strict),
    tests("SoundLab", ["SoundLabTesting", "EventLoop"]),
    tests("CueRenderer", ["Cue", "EventLoop", "Settings", "Sound", "Speech", "cued"]),
    tests(
      "CueDaemon",
      [
        "Cue", "CueInterface", "CueRenderer", "EventLoop", "JSON", "Settings", "Sound", "SoundLab", "SoundLabTesting",
        "Varlink", "cued", "couch5k", "cuectl",
      ]),
    library("DuckingLab", ["SoundLab", "CueInterface", "CueRenderer", "Cue", "Sound", "EventLoop"]),
    tests("DuckingLab", ["SoundLab", "EventLoop", "cued"]),
    library("DeliveryLab", ["DuckingLab", "SoundLab", "CueInterface", "Cue", "EventLoop"]),
    tests("DeliveryLab", ["SoundLab", "EventLoop", "cued"]),
    library("RunLab", ["SoundLab", "CueInterface", "CueQueue", "CueText", "Cue", "EventLoop"]),
    tests("RunLab", ["Cue", "CueText", "EventLoop", "Workout", "WorkoutEngine", "cued", "couch5k"]),
  ],
  swiftLanguageModes: [.v6]
)

// What reads what others wrote: driven by libFuzzer, whose instrumentation is in no ordinary build (see `make fuzz`), and
// in the tests by the inputs that are kept.
let readers: [Target.Dependency] = [
  "Cue", "CueInterface", "CueQueue", "Ducking", "GPX", "History", "JSON", "Settings", "Speech", "Tracks", "Varlink",
  "Workout", "CommandLineTool",
]
if Context.environment["CUED_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: readers, path: "Tests/Fuzzing", exclude: ["Corpora", "CorpusTests.swift"],
      swiftSettings: strict))
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests", dependencies: readers, path: "Tests/Fuzzing", exclude: ["Corpora", "Fuzzer.swift"],
      swiftSettings: strict))
}
