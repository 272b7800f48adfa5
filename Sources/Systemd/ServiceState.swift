import CSystemd

/// What systemd is told of this process, where it started it as a service (`sd_notify`). Else nothing happens.
public enum ServiceState {
  /// It can be used.
  case ready
  /// What it does, in one line, for `systemctl status`.
  case status(String)
  /// It is about to end.
  case stopping

  public func tell() {
    let message =
      switch self {
      case .ready: "READY=1"
      case .status(let line): "STATUS=\(line)"
      case .stopping: "STOPPING=1"
      }
    sd_notify(0, message)
  }
}
