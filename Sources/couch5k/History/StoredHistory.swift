import FoundationEssentials
import History
import HistoryDatabase

/// The person's own history, where it is kept.
enum StoredHistory {
  static func read() throws(HistoryError) -> RunHistory { try HistoryFile.read(try path()) }

  static func open() throws(HistoryError) -> HistoryFile { try HistoryFile(try path()) }

  private static func path() throws(HistoryError) -> String {
    try HistoryFile.standardPath(environment: ProcessInfo.processInfo.environment)
  }
}
