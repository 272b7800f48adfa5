import FoundationEssentials
import Glibc

extension Error {
  /// What the system says, where it is the system that refuses: what Foundation says of that is for programmers.
  var systemReason: String {
    guard let error = self as? CocoaError, let cause = error.underlying as? POSIXError else { return "\(self)" }
    return String(cString: strerror(cause.code.rawValue))
  }
}
