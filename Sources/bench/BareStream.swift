import CPulseAudio
import EventLoop
import Glibc
import Sound
import SoundLab

/// The least that a program can do: a connected stream that plays a chime as soon as it is told to. It says nothing.
///
/// It serves libpulse's own main loop, and only while it has something to do: no other thread has to be woken.
@EventLoop
final class BareStream: Contender {
  nonisolated let name = "a bare stream"
  private let loop: OpaquePointer
  private let context: OpaquePointer
  private let stream: OpaquePointer

  init(on server: SoundServer) throws(BenchError) {
    loop = pa_mainloop_new()
    context = pa_context_new(pa_mainloop_get_api(loop), "bare stream")
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(PCM.rate), channels: 1)
    pa_context_connect(context, server.address, PA_CONTEXT_NOAUTOSPAWN, nil)
    try Self.serve(loop, until: "the connection") { [context] in pa_context_get_state(context) == PA_CONTEXT_READY }

    stream = pa_stream_new(context, "bare stream", &format, nil)
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: UInt32(Frames(.milliseconds(20)).count * MemoryLayout<Int16>.size), prebuf: .max,
      minreq: .max, fragsize: .max)
    let flags = PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
    pa_stream_connect_playback(stream, nil, &attributes, pa_stream_flags_t(rawValue: flags), nil, nil)
    try Self.serve(loop, until: "the stream") { [stream] in pa_stream_get_state(stream) == PA_STREAM_READY }
  }

  func begin() throws(BenchError) -> SuspendingClock.Instant {
    try carryOut([])
    let moment = SuspendingClock.now
    let preparing = [pa_stream_flush(stream, nil, nil), pa_stream_cork(stream, 0, nil, nil)]
    _ = Message.chime.samples.withUnsafeBytes {
      pa_stream_write(stream, $0.baseAddress, $0.count, nil, 0, PA_SEEK_RELATIVE)
    }
    try carryOut(preparing + [pa_stream_trigger(stream, nil, nil)])
    return moment
  }

  func end() async throws {
    try await Task.sleep(for: Message.chime.frames.duration + .milliseconds(200))
    try carryOut([pa_stream_cork(stream, 1, nil, nil), pa_stream_flush(stream, nil, nil)])
  }

  func close() {
    pa_stream_disconnect(stream)
    pa_stream_unref(stream)
    pa_context_disconnect(context)
    pa_context_unref(context)
    pa_mainloop_free(loop)
  }

  /// Takes what the server has said meanwhile, and serves the loop until these operations are done.
  private func carryOut(_ operations: [OpaquePointer?]) throws(BenchError) {
    let operations = operations.compactMap(\.self)
    defer { for operation in operations { pa_operation_unref(operation) } }
    while pa_mainloop_iterate(loop, 0, nil) > 0 {}
    try Self.serve(loop, until: "the stream's operations") {
      operations.allSatisfy { pa_operation_get_state($0) != PA_OPERATION_RUNNING }
    }
  }

  private static func serve(
    _ loop: OpaquePointer, until what: String, _ isDone: () -> Bool
  ) throws(BenchError) {
    let end = SuspendingClock.now + .seconds(10)
    while !isDone() {
      guard SuspendingClock.now < end else { throw BenchError("the sound server does not answer: \(what)") }
      guard pa_mainloop_prepare(loop, 100_000) >= 0, pa_mainloop_poll(loop) >= 0, pa_mainloop_dispatch(loop) >= 0
      else { throw BenchError("libpulse's main loop failed: \(what)") }
    }
  }
}
