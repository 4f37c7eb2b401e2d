@testable import CommandLineParsing

/// A program that uses every feature of the parser.
enum Sample {
    /// A command that describes the values of its properties.
    protocol Command: ParsableCommand {
        var summary: String { get }
    }

    static let program = Program(
        CommandConfiguration(
            "atelier", abstract: "Cut images into tiles",
            discussion:
                "Commands do not change the images. An interrupted command leaves no partial result.",
            "A second paragraph.",
            examples: [
                .init("atelier export photo.tif", "cuts photo.tif into tiles"),
                .init("atelier layouts"),
            ]),
        commands: [Export.self, Layouts.self, Draw.self, List.self], version: "1.2.3")

    static func run(_ words: [String]) throws(CommandLineError) -> String {
        switch try program.parse(words) {
        case .run(let command, _): return summary(of: command)
        case .print(let text): return text
        }
    }

    static func summary(of command: any ParsableCommand) -> String {
        (command as? any Command)?.summary ?? "\(command) is not a sample command"
    }
}

extension Sample {
    enum Edge: String, CaseIterable, CommandValue {
        case crop, pad
    }

    struct PixelSize: CommandValue, Equatable {
        let width: Int
        let height: Int

        init?(argument: String) {
            let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
                width > 0, height > 0
            else { return nil }
            self.width = width
            self.height = height
        }

        var written: String { "\(width)x\(height)" }
        static var valueName: String? { "WxH" }
        static var expectation: String { "a width and a height such as 800x600" }
    }

    struct TileOptions: ParameterSet {
        static let exclusions = [["--lossless", "--quality"]]

        @Option(
            .matching("an even number above 0") { $0 > 0 && $0.isMultiple(of: 2) }, short: "t",
            help: "Tile width and height in pixels")
        var tileSize = 254

        @Option(.range(0...), help: "Pixels that neighbouring tiles share")
        var overlap = 1

        @Option(help: "Handling of tiles at the edge")
        var edge = Edge.crop

        @Option(.range(1...100), short: "q", shownDefault: "85", help: "JPEG quality")
        var quality: Int?

        @Flag(help: "Lossless tiles")
        var lossless: Bool

        @Option(
            .range(0...255), valueName: "TOLERANCE", implied: 0,
            help: "Skip tiles of one colour; allow differences of TOLERANCE per sample")
        var skipBlanks: Int?
    }

    struct Export: Command {
        static let configuration = CommandConfiguration(
            "export", abstract: "Cut images into tiles",
            discussion: "A folder stands for the images in it.",
            examples: [
                .init(
                    "atelier export photo.tif --layout dzi,xyz",
                    "writes two layouts and decodes the image once; a second run does nothing"),
                .init("atelier export --fit 800x600 *.jpg"),
            ])
        static let exclusions = [["--dry-run", "--force"], ["--flat", "--fit"]]

        @Argument(valueName: "IMAGE", help: "Image files")
        var images: [PathArgument]

        @Option(short: "o", valueName: "DIR", completion: .folders, help: "Output folder")
        var output: PathArgument = "Output"

        @Option(
            .choices(["dzi", "xyz", "iiif3", "zoomify"]), short: "l", valueName: "NAME",
            help: "Tile layouts")
        var layout = ["dzi"]

        @OptionGroup("Tiles") var tiles: TileOptions

        @Option(help: "Colour behind transparent pixels")
        var color: String?

        @Option(help: "Largest width and height")
        var fit: PixelSize?

        @Option(.range(-90...90), help: "Rotation in degrees")
        var turn = 0.0

        @Flag(help: "Discard transparency")
        var flat: Bool

        @Flag(short: "f", formerName: "again", help: "Export unchanged images again")
        var force: Bool

        @Flag(short: "n", help: "Print what would be written")
        var dryRun: Bool

        func validate() throws(CommandLineError) {
            guard tiles.overlap < tiles.tileSize else {
                throw CommandLineError(
                    "invalid overlap: \(tiles.overlap)", hint: "give less than \(tiles.tileSize)")
            }
        }

        /// The values that differ from their defaults.
        var summary: String {
            var parts = ["export", images.map(\.written).joined(separator: "+")]
            func add(_ name: String, _ value: String, unless standard: String) {
                if value != standard { parts.append("\(name)=\(value)") }
            }
            add("output", output.written, unless: "Output")
            add("layout", layout.joined(separator: "+"), unless: "dzi")
            add("tileSize", "\(tiles.tileSize)", unless: "254")
            add("overlap", "\(tiles.overlap)", unless: "1")
            add("edge", tiles.edge.rawValue, unless: "crop")
            add("quality", tiles.quality.map { "\($0)" } ?? "-", unless: "-")
            add("lossless", "\(tiles.lossless)", unless: "false")
            add("skipBlanks", tiles.skipBlanks.map { "\($0)" } ?? "-", unless: "-")
            add("color", color ?? "none", unless: "none")
            add("fit", fit?.written ?? "-", unless: "-")
            add("turn", "\(turn)", unless: "0.0")
            add("flat", "\(flat)", unless: "false")
            add("force", "\(force)", unless: "false")
            add("dryRun", "\(dryRun)", unless: "false")
            return parts.joined(separator: " ")
        }
    }

    struct Layouts: Command {
        static let configuration = CommandConfiguration("layouts", abstract: "List the layouts")

        var summary: String { "layouts" }
    }

    struct Draw: Command {
        static let configuration = CommandConfiguration("draw", abstract: "Draw a test image")

        @Argument(help: "Output file")
        var file: PathArgument

        @Argument(help: "Width and height")
        var size: PixelSize?

        @Option(.range(0...9), help: "Random seed")
        var seed: Int

        @Argument(.choices(["web", "disk"]), valueName: "PLACE", help: "Where to copy the image")
        var places: [String] = []

        var summary: String {
            "draw \(file.written) \(size?.written ?? "-") seed=\(seed) "
                + places.joined(separator: "+")
        }
    }

    /// Options that have a title in help.
    struct Listing: ParameterSet {
        @Flag(help: "Print a JSON document")
        var json: Bool
    }

    struct List: Command {
        static let configuration = CommandConfiguration("list", abstract: "List the images")

        @OptionGroup("Results") var listing: Listing

        var summary: String { "list" + (listing.json ? " json" : "") }
    }
}
