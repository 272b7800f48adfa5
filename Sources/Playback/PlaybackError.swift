import CPulseAudio

/// What went wrong between us and the sound server.
public struct PlaybackError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was tried, as a clause: "connect to the sound server".
  public var attempt: String
  /// The library's own words.
  public var message: String

  public init(attempt: String, message: String) {
    self.attempt = attempt
    self.message = message
  }

  init(_ attempt: String, code: Int32) {
    self.init(attempt: attempt, message: String(cString: pa_strerror(code)))
  }

  public var description: String { "cannot \(attempt): \(message)" }
}
