import EventLoop
import Glibc
import Sound
import Speech
import Testing

/// The built `cued`, beside the program that runs the tests.
let cued = folder(of: readLink("/proc/self/exe")) + "/cued"

let sentence = "Run for 3 minutes. Then walk."

/// All tests with real speech processes, one at a time.
@Suite(.serialized, .timeLimit(.minutes(2))) enum SpeechProcessTests {}

/// A script that becomes the speech process, in a folder of its own. It notes its process id first.
struct WorkerScript {
  let folder: String
  var path: String { folder + "/worker" }

  /// - Parameter lines: of the shell, before it becomes `cued`.
  init(_ lines: String = "") {
    var template = Array("/tmp/speech-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    write("worker", "#!/bin/sh\necho $$ >> \(folder)/pids\n\(lines)\nexec \(cued) \"$@\"\n")
  }

  /// One that is already there.
  init(inside folder: String) { self.folder = folder }

  /// A child writes it: a descriptor of ours would be in every process that another test starts at that moment, and
  /// what somebody has open for writing cannot be executed.
  func write(_ name: String, _ text: String) {
    let file = popen("cat > \(folder)/\(name) && chmod +x \(folder)/\(name)", "we")
    fputs(text, file)
    pclose(file)
  }

  /// The processes started so far, in their order.
  var processes: [pid_t] {
    contents(of: folder + "/pids").split(separator: UInt8(ascii: "\n")).compactMap {
      pid_t(String(decoding: $0, as: UTF8.self))
    }
  }

  func remove() { system("rm -rf \(folder)") }
}

/// What somebody is told about an utterance.
@EventLoop
final class Listener {
  private(set) var sound = PCM()
  private(set) var pieces = 0
  private(set) var end: SpeechEvent?
  private var onFirst: (@EventLoop () -> Void)?
  private var continuation: CheckedContinuation<Void, Never>?

  /// - Parameter onFirst: is called when the first samples come.
  init(onFirst: (@EventLoop () -> Void)? = nil) { self.onFirst = onFirst }

  func hear(_ event: SpeechEvent) {
    guard case .samples(let piece) = event else {
      end = event
      continuation?.resume()
      continuation = nil
      return
    }
    pieces += 1
    sound += piece
    onFirst?()
    onFirst = nil
  }

  func untilEnd() async {
    if end == nil { await withCheckedContinuation { continuation = $0 } }
  }

  var error: SpeechError? {
    if case .failed(let error) = end { error } else { nil }
  }
}

/// What a process that has said nothing before makes of a text: always the same.
@EventLoop
func firstSound(_ text: String, voice: String = "en-us", by executable: String = cued) async throws -> PCM {
  try await SpeechSynthesizer(executable: executable).pcm(for: Utterance(text, voice: voice))
}

/// What espeak-ng's own program makes of a text, at its own rate.
func samplesOfEspeak(_ text: String, voice: String) throws -> (rate: Int, samples: [Int16]) {
  let output = popen("espeak-ng --stdout -v '\(voice)' '\(text)'", "re")!
  defer { pclose(output) }
  var wave: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&block, 1, block.count, output), count > 0 { wave += block[..<count] }
  try #require(wave.count > 44, "espeak-ng made no sound: install it with \"apt install espeak-ng\"")
  let rate = wave[24..<28].reversed().reduce(0) { $0 << 8 | Int($1) }
  let samples = stride(from: 44, to: wave.count - 1, by: 2).map {
    Int16(truncatingIfNeeded: Int(wave[$0]) | Int(wave[$0 + 1]) << 8)
  }
  return (rate, samples)
}

/// 1: alike but for loudness; 0: nothing in common.
func correlation(_ a: PCM, _ b: PCM) -> Double {
  let pairs = zip(a.samples, b.samples).map { (Double($0), Double($1)) }
  let product = pairs.reduce(0) { $0 + $1.0 * $1.1 }
  let energies = pairs.reduce((0, 0)) { ($0.0 + $1.0 * $1.0, $0.1 + $1.1 * $1.1) }
  return product / (energies.0 * energies.1).squareRoot()
}

func contents(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
  return bytes
}

func entries(of folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      })
  }
  return names.filter { $0 != "." && $0 != ".." }
}

func readLink(_ path: String) -> String {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = buffer.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
  return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}

private func folder(of path: String) -> String {
  path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
}
