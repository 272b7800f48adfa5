import Glibc

/// Keeps every core from sleeping until it ends, through the kernel's `/dev/cpu_dma_latency`, which only root may open.
///
/// A core of a virtual machine that has slept may be back only after several milliseconds, and PipeWire then drops a
/// quantum, whoever plays.
struct WakefulCores {
  private let descriptor: Int32

  /// - Returns: nil where the kernel does not let us.
  init?() {
    descriptor = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // Microseconds within which a core must be back; the wish lasts as long as the file is open.
    var latency: Int32 = 0
    guard write(descriptor, &latency, MemoryLayout.size(ofValue: latency)) == MemoryLayout.size(ofValue: latency) else {
      close(descriptor)
      return nil
    }
  }

  func end() { close(descriptor) }
}
