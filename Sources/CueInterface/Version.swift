/// The version of the daemon, its interface and its programs, which are released together.
public let cuedVersion = "0.1.0"
