import Ducking
import FoundationEssentials

/// The volume journal, and what is done about it while some streams play.
func readVolumes(_ input: UnsafeRawBufferPointer) {
  guard let journal = try? JSONDecoder().decode(VolumeJournal.self, from: Data(input)) else { return }
  let streams = journal.entries.prefix(3).enumerated().map { number, entry in
    SinkInput(index: number == 1 ? entry.index &+ 1 : entry.index, volume: entry.original, memory: entry.memory)
  }
  _ = journal.restoration(among: [])
  _ = journal.restoration(among: streams + [SinkInput(index: 7, volume: StreamVolume([65_536, 65_536]))])
  guard let written = try? JSONEncoder().encode(journal) else { return }
  let copy = try? JSONDecoder().decode(VolumeJournal.self, from: written)
  precondition(copy == journal, "a journal that was read is another when it is written again")
}
