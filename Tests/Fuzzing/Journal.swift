import Cue

@testable import CueQueue

/// The cue journal, as it lies in a file; and as records without their frames, whose checksums no made-up input would
/// get right, each with its length in a byte before it. What was read is then taken by a queue.
func readJournal(_ input: UnsafeRawBufferPointer) {
  let bytes = Array(input)
  take(CueJournal.read(bytes).records)

  var rest = bytes[...]
  var records: [JournalRecord] = []
  while let length = rest.popFirst() {
    var reader = JournalReader(rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    if let record = try? JournalRecord(from: &reader) { records.append(record) }
  }
  take(records)
}

private func take(_ records: [JournalRecord]) {
  let again = CueJournal.read(CueJournal.bytes(of: records))
  precondition(again.records == records && again.damages == 0, "records that were read are others when written again")
  let now = Now(boot: BootTime(.seconds(1_000)), wall: WallTime(microseconds: 1_764_504_000_000_000))
  var queue = CueQueue(restoring: records, at: now)
  _ = queue.advance(to: now)
  queue.forEachJournalRecord(at: now) { _ in }
}
