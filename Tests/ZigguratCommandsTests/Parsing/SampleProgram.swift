@testable import ZigguratCommands

/// A program that uses everything the parser can do, for the tests of this folder.
enum Sample {
    /// A command that tells what its properties hold.
    protocol Command: ToolCommand {
        var summary: String { get }
    }

    static let program = Program(
        CommandConfiguration(
            "atelier", abstract: "Atelier cuts pictures into tiles",
            discussion: """
                Every command leaves the pictures themselves alone. What it writes appears whole or \
                not at all.

                Settings may be kept in a file:
                    tile-size = 512
                """,
            examples: [
                .init("atelier export photo.tif", "Cut photo.tif into tiles."),
                .init("atelier layouts"),
            ],
            subcommands: [Export.self, Layouts.self, Draw.self, Remote.self]),
        version: "1.2.3")

    /// Found while running, as a registry's would be.
    static var layoutNames: [String] { ["dzi", "xyz", "iiif3", "zoomify"] }

    static func run(_ words: [String]) throws(CommandLineError) -> String {
        switch try program.parse(words) {
        case .run(let command): return summary(of: command)
        case .print(let text): return text
        }
    }

    static func summary(of command: any ToolCommand) -> String {
        (command as? any Command)?.summary ?? "\(command) is none of the sample's"
    }
}

extension Sample.Command {
    func run(in context: CommandContext) -> ExitStatus {
        context.console.print(summary)
        return .done
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
            help: "The edge of a tile, in pixels.")
        var tileSize = 254

        @Option(.range(0...), help: "How many pixels neighbouring tiles have in common.")
        var overlap = 1

        @Option(help: "What becomes of tiles at the edge.")
        var edge = Edge.crop

        @Option(.range(1...100), short: "q", shownDefault: "85", help: "The quality of the tiles.")
        var quality: Int?

        @Flag(help: "Lose nothing.")
        var lossless: Bool

        @Option(
            .range(0...255), valueName: "TOLERANCE", implied: 0,
            help: "Leave out tiles of one colour, or of colours that differ by TOLERANCE at most.")
        var skipBlanks: Int?
    }

    struct Export: Command {
        static let configuration = CommandConfiguration(
            "export", abstract: "Cut pictures into tiles",
            discussion: "A folder among the pictures means every picture in it.",
            examples: [
                .init(
                    "atelier export photo.tif --layout dzi,xyz",
                    "Cut photo.tif in two ways, reading it once. A second run finds nothing to do."),
                .init("atelier export --fit 800x600 *.jpg"),
            ])
        static let exclusions = [["--dry-run", "--force"], ["--no-alpha", "--fit"]]

        @Argument(valueName: "IMAGE", help: "The pictures.")
        var images: [PathArgument]

        @Option(short: "o", valueName: "DIR", completion: .folders, help: "Where to write.")
        var output: PathArgument = "Output"

        @Option(
            .choices(Sample.layoutNames), short: "l", valueName: "NAME", list: .commaSeparated,
            help: "How tiles are named and what stands beside them.")
        var layout = ["dzi"]

        @OptionGroup("Tiles") var tiles: TileOptions

        @Option(aliases: ["colour"], help: "The colour behind transparent pixels.")
        var color: String?

        @Option(valueName: "FIELD", help: "Something to note beside the tiles.")
        var note: [String] = []

        @Option(help: "Make the picture fit.")
        var fit: PixelSize?

        @Option(.range(-90...90), help: "Turn by so many degrees.")
        var turn = 0.0

        @Flag(hasInverse: true, help: "Keep transparency.")
        var alpha = true

        @Flag(short: "f", help: "Do again what is up to date.")
        var force: Bool

        @Flag(short: "n", help: "Say what would be done, and do nothing.")
        var dryRun: Bool

        @Flag(short: "v", help: "Say more; twice, say everything.")
        var verbose: Int

        func validate() throws(CommandLineError) {
            guard tiles.overlap < tiles.tileSize else {
                throw CommandLineError(
                    "--overlap \(tiles.overlap) is as wide as a tile",
                    remedy: "give less than \(tiles.tileSize)")
            }
        }

        /// Everything that is not as it was declared.
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
            add("note", note.joined(separator: "+"), unless: "")
            add("fit", fit?.written ?? "-", unless: "-")
            add("turn", "\(turn)", unless: "0.0")
            add("alpha", "\(alpha)", unless: "true")
            add("force", "\(force)", unless: "false")
            add("dryRun", "\(dryRun)", unless: "false")
            add("verbose", "\(verbose)", unless: "0")
            return parts.joined(separator: " ")
        }
    }

    struct Layouts: Command {
        static let configuration = CommandConfiguration("layouts", abstract: "List every layout")

        var summary: String { "layouts" }
    }

    struct Draw: Command {
        static let configuration = CommandConfiguration("draw", abstract: "Draw a test picture")

        @Argument(help: "Where to write it; “-” means standard output.")
        var file: PathArgument

        @Argument(help: "How big it is.")
        var size: PixelSize?

        @Option(.range(0...9), help: "Where chance begins.")
        var seed: Int

        @Flag(hasInverse: true, help: "Draw a grid over it.")
        var grid: Bool?

        @Option(help: "Whether to smooth it.")
        var smooth = true

        var summary: String {
            "draw \(file.text) \(size?.written ?? "-") seed=\(seed) "
                + "grid=\(grid.map { "\($0)" } ?? "-") smooth=\(smooth)"
        }
    }

    struct Remote: Command {
        static let configuration = CommandConfiguration(
            "remote", abstract: "Keep a list of places to publish to",
            subcommands: [RemoteAdd.self, RemoteList.self])

        var summary: String { "remote" }
    }

    struct RemoteAdd: Command {
        static let configuration = CommandConfiguration("add", abstract: "Add a place")

        @Argument(.choices(["web", "disk"]), help: "What kind of place it is.")
        var kind: String

        @Argument(help: "Where it is.")
        var places: [String] = ["here", "there"]

        var summary: String { "remote add \(kind) \(places.joined(separator: "+"))" }
    }

    /// What is listed as: options that all stand under a title.
    struct Listing: ParameterSet {
        @Flag(help: "Print one JSON document.")
        var json: Bool
    }

    struct RemoteList: Command {
        static let configuration = CommandConfiguration("list", abstract: "List the places")

        @OptionGroup("Results") var listing: Listing

        var summary: String { "remote list" + (listing.json ? " json" : "") }
    }
}
