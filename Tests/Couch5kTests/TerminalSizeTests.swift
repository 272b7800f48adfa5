import EventLoop
import Glibc
import TerminalScreen
import Testing

@testable import couch5k

@Suite @EventLoop struct TerminalSizeTests {
  @Test func `What a terminal does not know of its size is as usual`() {
    let terminal = Terminal()
    for (columns, rows, expected) in [(40, 12, (40, 12)), (40, 0, (40, 24)), (0, 12, (80, 12)), (0, 0, (80, 24))] {
      terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
      #expect(
        Picture.Size(ofTerminal: terminal.descriptor) == Picture.Size(columns: expected.0, rows: expected.1))
    }
  }

  @Test func `What is no terminal has no size`() {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(Picture.Size(ofTerminal: file) == nil)
  }
}
