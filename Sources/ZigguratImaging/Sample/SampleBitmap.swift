internal import ZigguratSystem

/// Small drawings of one bit a pixel, written below as one can read them.
struct SampleBitmap: Sendable {
    let width: Int
    let height: Int
    /// One number a row, from the top; the lowest bit is the leftmost pixel.
    private let rows: [UInt32]

    init(_ drawing: String) {
        var rows: [UInt32] = []
        var width = 0
        for line in drawing.split(separator: "\n") {
            var bits: UInt32 = 0
            for (column, mark) in line.utf8.enumerated() where mark == UInt8(ascii: "#") {
                bits |= 1 << UInt32(column)
            }
            rows.append(bits)
            width = max(width, line.utf8.count)
        }
        precondition(width <= 32, "a row has 32 bits")
        self.width = width
        self.height = rows.count
        self.rows = rows
    }

    /// The bits of a row counted from the top; none above and below the drawing.
    func bits(_ row: Int) -> UInt32 {
        rows.indices.contains(row) ? rows[row] : 0
    }

    /// Digits of 5 × 7 pixels.
    static let digits: [SampleBitmap] = [
        ".###.\n#...#\n#..##\n#.#.#\n##..#\n#...#\n.###.",
        "..#..\n.##..\n..#..\n..#..\n..#..\n..#..\n.###.",
        ".###.\n#...#\n....#\n..##.\n.#...\n#....\n#####",
        ".###.\n#...#\n....#\n..##.\n....#\n#...#\n.###.",
        "...#.\n..##.\n.#.#.\n#..#.\n#####\n...#.\n...#.",
        "#####\n#....\n####.\n....#\n....#\n#...#\n.###.",
        ".###.\n#....\n#....\n####.\n#...#\n#...#\n.###.",
        "#####\n....#\n...#.\n..#..\n..#..\n.#...\n.#...",
        ".###.\n#...#\n#...#\n.###.\n#...#\n#...#\n.###.",
        ".###.\n#...#\n#...#\n.####\n....#\n....#\n.###.",
    ].map(SampleBitmap.init)

    static let comma = SampleBitmap(".....\n.....\n.....\n.....\n..#..\n..#..\n.#...")

    /// The figures of the glazed brick panels: 20 × 14 bricks.
    static let figures: [SampleBitmap] = [lion, bull, palm, boat].map(SampleBitmap.init)

    private static let lion = """
        .............##.##..
        .###........#######.
        .#.#.......####.###.
        .#.........#########
        .#........##########
        .##.......#########.
        ..#################.
        ..################..
        ..###############...
        ..#############.....
        ..###..##...####....
        .##.#..##...##.##...
        .#..##..##..##..##..
        .##..##.###.###.###.
        """

    private static let bull = """
        .............#.....#
        .............##...##
        ..............#####.
        ..............##.###
        .#..........########
        .#.########..#####..
        .###############....
        ..##############....
        ..#############.....
        ..###......####.....
        ..#.#......#.##.....
        .##.##....##..##....
        .#...#....#....#....
        .##..##...##...##...
        """

    private static let palm = """
        ....##........##....
        ..######....######..
        .##...###..###...##.
        ##..####.##.####..##
        #..##..######..##..#
        ..##...######...##..
        ..#...##.##.##...#..
        ......#..##..#......
        .........##.........
        ........####........
        .........##.........
        ........####........
        .........##.........
        ......########......
        """

    /// A reed boat under sail: eight rows of sail over five of hull.
    static let vessel = SampleBitmap(
        boat.split(separator: "\n").dropLast().joined(separator: "\n"))

    private static let boat = """
        .........#..........
        .........##.........
        .........####.......
        .........######.....
        .........########...
        .........#########..
        .........########...
        .........#####......
        #........#.........#
        ##.......#........##
        .##################.
        ..################..
        ...##############...
        #.##.##.##.##.##.##.
        """
}
