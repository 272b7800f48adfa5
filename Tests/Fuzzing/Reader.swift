/// What reads bytes that others wrote. Each traps where a reader breaks what it promises.
enum Reader: String, CaseIterable {
  case messages, worker, volumes, journal, settings, tracks

  func read(_ input: UnsafeRawBufferPointer) {
    switch self {
    case .messages: readMessages(input)
    case .worker: readWorkerMessages(input)
    case .volumes: readVolumes(input)
    case .journal: readJournal(input)
    case .settings: readSettings(input)
    case .tracks: readTrack(input)
    }
  }
}
