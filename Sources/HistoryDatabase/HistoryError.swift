/// Why the history cannot be read or changed. What is there is left as it is.
public enum HistoryError: Error, Hashable, Sendable {
  /// Neither XDG_STATE_HOME nor HOME says where it is kept.
  case noFolder
  /// A system call about that path failed.
  case system(path: String, reason: String)
  /// It is no history, or one that cannot be read.
  case damaged(path: String, reason: String)
  /// Another program's database.
  case foreign(path: String)
  /// It was written by a later version of this program, as that version of the format.
  case newer(path: String, version: Int64)
  /// Others keep it locked.
  case busy(path: String)
  /// The disk is full, or the file cannot be written.
  case unwritable(path: String, reason: String)
}

extension HistoryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noFolder: "the history has no place: neither XDG_STATE_HOME nor HOME names a folder"
    case .system(let path, let reason): "\(path): \(reason)"
    case .damaged(let path, let reason):
      "\(path): the history is damaged (\(reason)); it was left as it is. Put a copy in its place, or move it away"
    case .foreign(let path): "\(path): is the database of another program; it was left as it is"
    case .newer(let path, let version):
      "\(path): was written by a newer couch5k (format \(version)); it was left as it is"
    case .busy(let path): "\(path): another program keeps the history locked"
    case .unwritable(let path, let reason): "\(path): the history cannot be written: \(reason)"
    }
  }
}
