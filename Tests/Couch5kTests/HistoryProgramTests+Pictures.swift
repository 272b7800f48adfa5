import EventLoop
import FoundationEssentials
import HistoryDatabase
import Testing

@testable import couch5k

/// What the program draws of its history.
extension HistoryProgramTests {
  @Test func `progress draws the plan, each week and each run, without colours where it is no terminal`() async throws {
    #expect(
      await output("progress") == """
        0 of 27 runs are done. Next is week 1, run 1.

        Week   1     2     3     4     5     6     7     8     9
        Run 1  ▒▒▒▒▒ ····· ····· ····· ····· ····· ····· ····· ·····
        Run 2  ····· ····· ····· ····· ····· ····· ····· ····· ·····
        Run 3  ····· ····· ····· ····· ····· ····· ····· ····· ·····

        ██ done  ▒▒ next  ·· to come

        """)
    let daemon = try FakeDaemon(at: directory.file("socket"))
    _ = await output("run", "-w5", "-d3", "--speed", "900", "--socket", daemon.path)
    #expect(await output("progress").hasSuffix(" notes it.\n"))
    _ = await output("distance", "4000")
    let text = await output("progress")
    #expect(
      text.contains(
        """

                Runs  Time   Distance  Pace       Longest run
        Week 5  1     30:00  4.00 km   07:30 /km  20:00
        All     1     30:00  4.00 km   07:30 /km  20:00

        Longest run
        20 min ┤█████

        """))
    #expect(text.contains("\nDistance\n") && text.contains("\nPace per km\n") && !text.contains("\u{1B}"))
  }

  @Test(arguments: [40, 200])
  func `In a terminal, progress fits the window, and is in colours unless NO_COLOR is set`(columns: UInt16) async throws
  {
    _ = try HistoryFile(file).add(Self.history(of: 60, since: 0))
    for (variable, isColoured) in [("NO_COLOR=", true), ("NO_COLOR=1", false), ("TERM=dumb", false)] {
      let terminal = Terminal(columns: columns)
      let program = Program(
        ["/usr/bin/env", "TERM=xterm", variable, couch5kProgram, "progress"], .terminal(terminal), state: state)
      #expect(await program.end() == 0)
      #expect(program.output.contains("\u{1B}[") == isColoured)
      guard !isColoured else { continue }
      for line in program.output.split(separator: "\r\n") { #expect(line.count < Int(columns), "\(line)") }
    }
  }

  @Test func `What is drawn in a file is XML, says what it shows, and takes the place of what was there`() async throws
  {
    _ = try HistoryFile(file).add(Self.history(of: 60, since: 0))
    for (verb, rectangles) in [("plan", 28), ("progress", 28 + 2 * 60)] {
      let path = directory.file("\(verb).svg")
      for _ in 0..<2 {
        #expect(await output(verb, "--svg", path) == "\(path): 1 of 27 runs are done. Next is week 1, run 2.\n")
      }
      let check = """
        import sys, xml.etree.ElementTree as tree
        svg = '{http://www.w3.org/2000/svg}'
        root = tree.parse(sys.argv[1]).getroot()
        names = root.get('aria-labelledby').split()
        words = [next(child for child in root if child.get('id') == name) for name in names]
        assert root.tag == svg + 'svg' and [word.tag for word in words] == [svg + 'title', svg + 'desc']
        assert all(word.text for word in words) and words[1].text.startswith('1 of 27 runs are done.')
        assert 'prefers-color-scheme: dark' in root.find(svg + 'style').text
        print(len(root.findall('.//' + svg + 'rect')))
        """
      let program = Program(["/usr/bin/env", "python3", "-c", check, path], .pipe)
      #expect(await program.end() == 0)
      #expect(program.output == "\(rectangles)\n")
    }
    #expect(
      await output("plan", "--svg", "/nowhere/plan.svg", status: 1)
        == "couch5k: /nowhere/plan.svg: cannot be written: No such file or directory\n")
  }
}
