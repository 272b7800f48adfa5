import Workout

/// What a command line asks of the history.
enum HistoryRequest: Equatable {
  case next
  case plan(PictureForm)
  case mark([WorkoutID], isDone: Bool)
  case list(ListFormat)
  /// - Parameter run: the beginning of its id; nil: the latest.
  case summary(run: String?, asJSON: Bool)
  case progress(PictureForm)
  /// - Parameters:
  ///   - run: the beginning of its id; nil: the latest.
  ///   - metres: nil: not known.
  case distance(run: String?, metres: Double?)
  /// - Parameters:
  ///   - run: the beginning of its id; nil: the one that the track was recorded in.
  ///   - file: the path of a GPX file.
  case attach(run: String?, file: String)
  case export(String, ExchangeFormat)
  case `import`(String, ExchangeFormat)
}

/// How something is told that can be drawn.
enum PictureForm: Equatable {
  case text
  case json
  /// - Parameter file: its path.
  case svg(file: String)
}

/// How runs are listed.
enum ListFormat: Equatable {
  case table
  case file(ExchangeFormat)
}

/// How a history goes into files and comes out of them.
enum ExchangeFormat: String {
  case json, csv

  /// That of the file's ending, in small or capital letters; nil where it has another.
  init?(path: String) {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}
