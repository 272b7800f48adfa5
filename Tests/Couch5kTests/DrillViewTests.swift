import Cue
import TerminalScreen
import Testing
import Workout
import WorkoutEngine

@testable import RunScreen
@testable import couch5k

@Suite struct DrillViewTests {
  private static let begin = BootTime(.seconds(1_000))

  private static func scene(_ seconds: Double, isPaused: Bool = false) throws -> DrillScene {
    var drills = DrillSequence(startingAt: begin)
    if isPaused { drills.togglePause(at: begin + .seconds(seconds)) }
    return try #require(DrillScene(drills.state(at: begin + .seconds(seconds))))
  }

  private static func text(_ scene: DrillScene, _ columns: Int, _ rows: Int) -> String {
    scene.picture(Picture.Size(columns: columns, rows: rows), Look(hasColour: false, glyphs: .ascii)).text
  }

  @Test func `In 40 columns and 12 rows the drill, how it is done and a large countdown have room`() throws {
    let text = Self.text(try Self.scene(50.4), 40, 12)
    #expect(
      text == """
        Warmup drills               drill 2 of 5

                        B-skips
          Skip for 45 seconds, lift each knee,
           stretch the leg and pull it down.
           ######  ######      ##  ##  ######
           ##  ##  ##  ##  ##  ##  ##  ##  ##
           ##  ##  ##  ##      ######  ##  ##
           ##  ##  ##  ##  ##      ##  ##  ##
           ######  ######          ##  ######
                    then High knees
        space: pause   n: next drill   q: end
        """)
  }

  @Test func `Paused and asked, it says so`() throws {
    var scene = try Self.scene(200, isPaused: true)
    #expect(Self.text(scene, 80, 24).contains("Butt kicks, paused"))
    #expect(Self.text(scene, 80, 24).hasSuffix("space: resume   n: next drill   q: end"))
    #expect(Self.text(scene, 80, 24).contains("then the workout"))
    scene.isAsking = true
    #expect(Self.text(scene, 80, 24).hasSuffix("End this run? y/n"))
    scene.notice = "something is to be known"
    #expect(Self.text(scene, 80, 24).hasPrefix("something is to be known\n"))
  }

  @Test func `At every size nothing is cut off, and the last row tells what keys do`() throws {
    for second in [45.0, 180] {
      let scene = try Self.scene(second)
      for look in RunViewTests.looks {
        for columns in [0, 1, 20, 30, 40, 80, 200] {
          for rows in [0, 1, 2, 3, 5, 8, 10, 12, 24, 50] {
            let size = Picture.Size(columns: columns, rows: rows)
            let picture = scene.picture(size, look)
            guard columns >= 30, rows >= 5 else { continue }
            let lines = DrillView(scene: scene, size: size, look: look).lines
            #expect(lines.count <= rows && lines.allSatisfy { $0.width <= columns }, "\(size)")
            #expect(picture.lines.last?.text.contains("next") == true, "\(size)")
          }
        }
      }
    }
  }
}
