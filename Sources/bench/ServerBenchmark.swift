import EventLoop
import SoundLab

/// All that is measured on one sound server.
@EventLoop
struct ServerBenchmark {
  private let server: SoundServer
  private let effort: Effort

  static func run(on kind: SoundServer.Kind, _ effort: Effort) async throws -> ServerFigures {
    progress("starting \(kind)")
    let server = try await SoundServer.start(kind)
    do {
      let figures = try await ServerBenchmark(server: server, effort: effort).run()
      await server.stop()
      return figures
    } catch {
      await server.stop()
      throw error
    }
  }

  private func run() async throws -> ServerFigures {
    let mark = Busyness.Mark()
    let daemon = try await Daemon.start(on: server)
    let ducking = try await daemon.ducking
    let (delays, dispatcherMemory) = try await compareAll(with: daemon)
    let music = try await compareOverMusic(with: daemon)
    var idle = try await IdleFigures.measure(daemon, on: server, for: effort.idle)
    idle.speechDispatcher = dispatcherMemory
    return ServerFigures(
      name: try await name, isPipeWire: server.kind == .pipewire, ducking: ducking, delays: delays, music: music,
      idle: idle, busyness: mark.untilNow())
  }

  /// The server's name and version.
  private var name: String {
    get async throws {
      let fields = try await server.pactl("info").fields
      let name = fields["Server Name"] ?? "a sound server"
      // PipeWire says its own version in its name, and PulseAudio's whose part it plays in the other field.
      return server.kind == .pipewire ? name : "\(name) \(fields["Server Version"] ?? "")"
    }
  }

  /// Every way to speak, and what speech-dispatcher takes of the memory after that.
  private func compareAll(with daemon: Daemon) async throws -> ([Delay], Memory?) {
    let bare = try BareStream(on: server)
    defer { bare.close() }
    let programs: [any Contender] = [try Program.paplay(on: server), Program.espeak(on: server)]
    switch await SpeechDispatcher.start(on: server) {
    case .success(let dispatcher):
      let delays = try await compare([daemon, bare] + programs + [dispatcher.client])
      let memory = Processes([dispatcher.id]).memory
      await dispatcher.stop()
      return (delays, memory)
    case .failure(let error):
      let delays = try await compare([daemon, bare] + programs)
      return (delays + [Delay(name: Program.dispatcherClientName, absence: "\(error)")], nil)
    }
  }

  private func compareOverMusic(with daemon: Daemon) async throws -> [MusicFigures] {
    let bare = try BareStream(on: server)
    defer { bare.close() }
    var figures: [MusicFigures] = []
    for (latency, name) in [(Music.Latency.low, "low-latency music"), (.deep, "deep-buffered music")] {
      progress("\(server.kind): over \(name)")
      let music = try await Music.play(on: server, latency: latency)
      var over = MusicFigures(music: name, delays: [Delay(name: daemon.name), Delay(name: bare.name)])
      for _ in 0..<effort.repetitions {
        over.add(try await Attempt.run(daemon, on: server), try await Attempt.run(bare, on: server))
      }
      figures.append(over)
      await music.stop()
    }
    return figures
  }

  /// By turns, so that whatever else the machine does hits all alike.
  private func compare(_ contenders: [any Contender]) async throws -> [Delay] {
    var delays: [Delay] = []
    for contender in contenders {
      progress("\(server.kind): trying \(contender.name)")
      delays.append(Delay(name: contender.name, absence: await absence(of: contender)))
    }
    for count in 0..<effort.repetitions {
      progress("\(server.kind): round \(count + 1) of \(effort.repetitions)")
      for (place, contender) in contenders.enumerated() where delays[place].absence == nil {
        delays[place].sample.add(try await Attempt.run(contender, on: server).delay)
      }
    }
    return delays
  }

  /// Why a contender cannot be compared; nil where it can. It has then been heard once, so that what only the first
  /// time takes is not measured.
  private func absence(of contender: any Contender) async -> String? {
    do {
      return try await Attempt.run(contender, on: server).delay == nil ? "it was not heard" : nil
    } catch {
      return "\(error)"
    }
  }
}
