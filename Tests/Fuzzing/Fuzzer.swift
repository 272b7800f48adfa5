import CommandLineTool
import Glibc

// libFuzzer has the program's `main`, and calls what is here. It feeds one of the readers with inputs that it makes up,
// led by what parts of the code they reach, and stops at the first that traps, hangs, or breaks what a reader promises.

/// Called first. The first argument is the reader's name, what follows is libFuzzer's: folders of inputs, and options
/// such as `-max_total_time=30`.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  let words = arguments.pointee
  guard count.pointee > 1, let name = words[1], let chosen = Reader(rawValue: String(cString: name)) else {
    complain("fuzz", "the first argument is one of \(Reader.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(ExitStatus.usage)
  }
  reader = chosen
  // The program's name takes the place of the reader's.
  words[1] = words[0]
  arguments.pointee = words + 1
  count.pointee -= 1
  return 0
}

/// Called with one input after another.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  reader.read(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

/// Set once, before the first input, by the only thread that there is.
nonisolated(unsafe) private var reader = Reader.messages
