import Testing

@testable import Ducking

/// Volumes that the server remembers of one stream, and gives to one of other channels.
@Suite struct RemappingTests {
  @Test(arguments: [
    ("front-left,front-right", "mono", [30_000, 50_001], [40_000]),
    ("mono", "front-left,front-right", [40_000], [40_000, 40_000]),
    (
      "front-left,front-right", "front-left,front-right,rear-left,rear-right,front-center,lfe", [30_000, 50_001],
      [30_000, 50_001, 30_000, 50_001, 40_000, 40_000]
    ),
    ("front-left,front-left-of-center,front-right", "side-left,side-right", [10, 20, 60], [15, 60]),
    ("front-right,front-left", "front-left,front-right", [1, 2], [2, 1]),
    ("front-left,front-right", "front-left,front-right", [1, 2], [1, 2]),
    ("front-left", "mono", [1, 2], [1, 2]),
  ])
  func `A channel gets the mean of those in its place, else on its side, else of all`(
    map: String, other: String, channels: [UInt32], expected: [UInt32]
  ) {
    #expect(StreamVolume(channels).remapped(from: map, to: other).channels == expected)
  }

  @Test func `Of a stream whose channels are not known the volume is as it was`() {
    #expect(StreamVolume([1, 2]).remapped(from: nil, to: "mono").channels == [1, 2])
    #expect(StreamVolume([1, 2]).remapped(from: "front-left,front-right", to: nil).channels == [1, 2])
  }

  @Test func `A stream of other channels that a low one's memory made quiet has that one's own volume, remapped`() {
    let stereo = SinkInput(
      index: 1, volume: StreamVolume([30_000, 50_001]), memory: "player", channelMap: "front-left,front-right")
    var ducking = VolumeDucking(depth: .standard)
    _ = ducking.duck([stereo])
    while ducking.isMoving { _ = ducking.step() }
    let low = stereo.volume.lowered(to: .standard, step: DuckingDepth.steps)
    let mono = SinkInput(
      index: 2, volume: low.remapped(from: stereo.channelMap, to: "mono"), memory: "player", channelMap: "mono")
    #expect(ducking.changed(mono).last == .set(2, StreamVolume([40_000]).lowered(to: .standard, step: 6)))
    _ = ducking.release()
    var last: [VolumeDucking.Action] = []
    while ducking.isMoving { last = ducking.step() }
    #expect(last.contains(.set(1, stereo.volume)) && last.contains(.set(2, StreamVolume([40_000]))))
  }

  @Test func `After a crash, too`() {
    let journal = VolumeJournal([
      .init(
        index: 1, memory: "player", original: StreamVolume([65_536, 65_536]), channelMap: "front-left,front-right",
        depth: .standard)
    ])
    let low = StreamVolume([65_536]).lowered(to: .standard, step: DuckingDepth.steps)
    let mono = SinkInput(index: 7, volume: low, memory: "player", channelMap: "mono")
    #expect(journal.restoration(among: [mono]).streams.map(\.original) == [StreamVolume([65_536])])
  }
}
