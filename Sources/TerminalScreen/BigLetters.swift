/// The letters of ``BigText``: capitals, digits and a colon. What is not among them is a space.
enum BigLetters {
  /// A column of dots.
  struct Column: Hashable {
    /// From above.
    private var dots: [Bool] = []

    init() {}

    fileprivate init(_ dots: [Bool]) { self.dots = dots }

    /// Whether it has one so far from above; none outside of the letter.
    func hasDot(_ row: Int) -> Bool { dots.indices.contains(row) && dots[row] }
  }

  static let height = 5

  static func columns(of letter: Character) -> [Column] { all[letter] ?? [Column()] }

  private static let all = drawings.mapValues { drawing in
    let rows = drawing.split(separator: " ")
    return (0..<rows[0].count).map { column in
      Column(rows.map { $0[$0.index($0.startIndex, offsetBy: column)] == "#" })
    }
  }

  /// The rows of each, from above.
  private static let drawings: [Character: String] = [
    "A": ".#. #.# ### #.# #.#",
    "C": "### #.. #.. #.. ###",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "R": "##. #.# ##. #.# #.#",
    "S": "### #.. ### ..# ###",
    "U": "#.# #.# #.# #.# ###",
    "W": "#...# #...# #.#.# ##.## #...#",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    ":": ". # . # .",
  ]
}
