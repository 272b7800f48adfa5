import Testing

@testable import MediaPlayer

@Suite struct MediaPlayerTests {
  @Test func `Stop pauses, since a run that was stopped for good could not be resumed`() {
    #expect(MediaPlayer.Command(method: "Stop") == .pause)
    #expect(MediaPlayer.Command(method: "Pause") == .pause)
    #expect(MediaPlayer.Command(method: "Play") == .play)
    #expect(MediaPlayer.Command(method: "PlayPause") == .playPause)
  }

  @Test(arguments: ["Next", "Previous", "Seek", "SetPosition", "Raise", "Quit"])
  func `What cannot be done has no effect`(method: String) {
    #expect(MediaPlayer.Command(method: method) == nil)
  }

  @Test func `A rate of zero is a pause, and no other has an effect`() {
    #expect(MediaPlayer.Command(rate: 0) == .pause)
    #expect(MediaPlayer.Command(rate: 2) == nil)
  }

  @Test func `A negative volume is silence`() {
    #expect(MediaPlayer.Command(volume: -1) == .setVolume(0))
    #expect(MediaPlayer.Command(volume: 0.5) == .setVolume(0.5))
  }

  @Test func `What stopped can neither be played nor paused`() {
    let canBe = [MediaPlayer.Property.canPlay, .canPause]
    #expect(canBe.map(MediaPlayer.playing.value(of:)) == [.flag(true), .flag(true)])
    #expect(canBe.map(MediaPlayer.stopped.value(of:)) == [.flag(false), .flag(false)])
    #expect(MediaPlayer.stopped.value(of: .metadata) == .metadata(nil))
  }

  @Test func `A rate that cannot be chosen is both the lowest and the highest, but the lowest is one at most`() {
    var player = MediaPlayer.playing
    let rates = [MediaPlayer.Property.minimumRate, .rate, .maximumRate]
    #expect(rates.map(player.value(of:)) == [.real(1), .real(1), .real(1)])
    player.rate = 500
    #expect(rates.map(player.value(of:)) == [.real(1), .real(500), .real(500)])
  }
}

@Suite struct MediaPlayerNewsTests {
  private let start = Duration.seconds(100)

  private func news() -> MediaPlayerNews { MediaPlayerNews(.playing, at: start) }

  @Test func `Of a position that goes on as it should, nothing is told`() {
    var news = news()
    #expect(news.take(.playing(at: .seconds(30)), at: start + .seconds(20)) == [])
    #expect(news.take(.playing(at: .seconds(31)), at: start + .seconds(21.3)) == [])
  }

  @Test func `A pause is told, and while it lasts the position stands still`() {
    var (news, player) = (news(), MediaPlayer.playing(at: .seconds(15)))
    player.status = .paused
    #expect(news.take(player, at: start + .seconds(5)) == [.changed([.playbackStatus])])
    #expect(news.take(player, at: start + .seconds(500)) == [])
    player.status = .playing
    #expect(news.take(player, at: start + .seconds(600)) == [.changed([.playbackStatus])])
    player.position += .seconds(1)
    #expect(news.take(player, at: start + .seconds(601)) == [])
  }

  @Test func `After the machine was suspended the position is another one than could be expected`() {
    var news = news()
    #expect(news.take(.playing(at: .seconds(40)), at: start + .seconds(10)) == [.seeked(.seconds(40))])
  }

  @Test func `A new track begins at its beginning, and is told, or else where it begins, too`() {
    var (news, player) = (news(), MediaPlayer.playing(at: .milliseconds(20)))
    player.track = .init(id: "/2", title: "Walk", album: "Week 1, run 1", length: .seconds(90))
    #expect(news.take(player, at: start + .seconds(50)) == [.changed([.metadata])])
    player.track = .init(id: "/3", title: "Run", album: "Week 1, run 1", length: .seconds(60))
    player.position = .seconds(12)
    #expect(news.take(player, at: start + .seconds(60)) == [.changed([.metadata]), .seeked(.seconds(12))])
  }

  @Test func `The end is told with all that it changes`() {
    var news = news()
    let changed: [MediaPlayer.Property] = [.playbackStatus, .metadata, .canPlay, .canPause]
    #expect(news.take(.stopped, at: start + .seconds(50)) == [.changed(changed)])
  }

  @Test func `At high speed a position may differ by more of the track's time`() {
    var player = MediaPlayer.playing
    player.rate = 100
    var news = MediaPlayerNews(player, at: start)
    player.position += .seconds(150)
    #expect(news.take(player, at: start + .seconds(1)) == [])
  }
}

extension MediaPlayer {
  fileprivate static let stopped = MediaPlayer(status: .stopped, track: nil, position: .zero, rate: 1, volume: 1)
  fileprivate static let playing = playing(at: .seconds(10))

  fileprivate static func playing(at position: Duration) -> MediaPlayer {
    let track = Track(id: "/1", title: "Run", album: "Week 1, run 1", length: .seconds(60))
    return MediaPlayer(status: .playing, track: track, position: position, rate: 1, volume: 1)
  }
}
