import DeliveryLab
import EventLoop
import SoundLab
import Testing

/// A daemon that is killed at random moments, by its sound.
@EventLoop
@Suite(.serialized) struct KillTests {
  @Test func `Killed at random moments, a daemon has every cue heard whole, once and in order (8)`() async throws {
    let (delivery, recording) = try await DeliveryTrial.run(on: .pulse, .init(kills: 4))
    #expect(delivery.kills.count == 4)
    #expect(delivery.answered.count >= 3)
    #expect(delivery.faults == [], "\(delivery), of \(recording.count) samples")
  }

  @Test func `Where the journal is gone, that is heard`() async throws {
    var options = DeliveryTrial.Options(kills: 2)
    options.keepsJournal = false
    options.life = .milliseconds(700)...(.milliseconds(800))
    let (delivery, _) = try await DeliveryTrial.run(on: .pulse, options)
    #expect(!delivery.faults.isEmpty)
  }
}
