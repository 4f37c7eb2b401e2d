internal import ZigguratKit

/// Where exports go and what they are called.
struct DestinationOptions: ParameterSet {
    @Option(
        short: "o", valueName: "DIR", completion: .folders, help: "The folder that exports go to.")
    var output: PathArgument = "Output"

    @Option(
        valueName: "TEMPLATE",
        help: "What exports are called: text with {stem}, {ext}, {parent}, {number} and {page}.")
    var name = "{stem}"

    @Option(
        valueName: "URL",
        help: "The address at which the destination will be published; IIIF documents name it.")
    var baseURL: String?

    @Flag(help: "Write the SHA-256 of every file into checksums.sha256.")
    var checksums: Bool

    @Flag(help: "Make each export a bag (BagIt 1.0): its files in data, with their SHA-256.")
    var bag: Bool

    var fixity: Fixity { bag ? .bag : checksums ? .checksums : .none }

    func validate() throws(CommandLineError) {
        guard let baseURL else { return }
        guard baseURL.hasPrefix("https://") || baseURL.hasPrefix("http://") else {
            throw CommandLineError(
                "--base-url is an address that begins with https:// or http://, not “\(baseURL)”")
        }
    }

    func destination() throws(ZigguratError) -> String { try output.textOrError() }

    func naming() throws(ZigguratError) -> ExportNaming { try ExportNaming(name) }
}

/// Layouts, and how they are cut into tiles.
struct TileOptions: ParameterSet {
    @Option(
        .choices(LayoutRegistry.names), short: "l", valueName: "NAME", list: .commaSeparated,
        shownDefault: "dzi, or xyz in pmtiles and mbtiles",
        help: "The layouts to write; “ziggurat layouts” explains them.")
    var layout: [String] = []

    @Option(
        .choices(ContainerRegistry.names), short: "c", valueName: "NAME",
        help: "What each layout is written into; “ziggurat layouts” explains them, too.")
    var container = "folder"

    @Option(.range(1...8192), short: "t", help: "Pixels along a tile's side, without overlap.")
    var tileSize: Int?

    @Option(.range(0...8192), help: "Pixels that a tile repeats of each neighbour.")
    var overlap: Int?

    @Option(help: "What becomes of tiles at the picture's right and bottom edge.")
    var edge: EdgeRule?

    @Option(
        .choices(TileFormat.all.map(\.name)), short: "f", valueName: "FORMAT",
        help: "The format of tiles.")
    var format = "jpeg"

    @Option(.range(1...100), short: "q", help: "1 is the smallest file, 100 the best picture.")
    var quality = 85

    @Flag(help: "Lose nothing, in formats that have the choice: WebP and AVIF.")
    var lossless: Bool

    @Option(help: "Colour of JPEG tiles at half or at full resolution.")
    var subsampling = TileEncoding.Subsampling.automatic

    @Option(valueName: "COLOUR", help: "Behind transparent pictures and in padded tiles: #rrggbb.")
    var background = RGBColor.white

    @Option(help: "Transparency of PNG, WebP and AVIF tiles: kept, or flattened on the background.")
    var alpha = AlphaRule.keep

    /// The container.
    var containerFormat: any ContainerFormat {
        ContainerRegistry.format(named: container) ?? .folder
    }

    /// Layouts, each once, in the order given; those of the container where none is named.
    var layouts: [any Layout] {
        guard !layout.isEmpty else { return containerFormat.defaultLayouts }
        var seen: Set<String> = []
        return layout.filter { seen.insert($0).inserted }.compactMap(LayoutRegistry.layout(named:))
    }

    var request: TilingRequest {
        TilingRequest(
            tileSize: tileSize, overlap: overlap, edge: edge,
            encoding: TileFormat(named: format).map {
                TileEncoding(
                    $0, quality: quality, lossless: lossless, subsampling: subsampling)
            })
    }
}

/// What is said of the picture, and the page that shows it.
struct PageOptions: ParameterSet {
    @Option(valueName: "TEXT", help: "The picture's title; its name where there is none.")
    var title: String?

    @Option(valueName: "TEXT", help: "A sentence or two under it.")
    var description: String?

    @Option(valueName: "TEXT", help: "Whom it is owed to.")
    var attribution: String?

    @Option(valueName: "URL", help: "The address of a licence or a statement of rights.")
    var rights: String?

    @Option(help: "The page written into each bundle.")
    var viewer = ViewerKind.openseadragon

    var caption: Caption {
        Caption(title: title, description: description, attribution: attribution, rights: rights)
    }
}

extension EdgeRule: CommandValue {}
extension ViewerKind: CommandValue {}
extension AlphaRule: CommandValue {}
extension TileEncoding.Subsampling: CommandValue {}

extension RGBColor: CommandValue {
    init?(argument: String) { self.init(hex: argument) }
    var written: String { hex }
    static var valueName: String? { "COLOUR" }
    static var expectation: String { "a colour such as #ffffff" }
}

extension PathArgument {
    /// The path as the library takes it.
    func textOrError() throws(ZigguratError) -> String {
        guard isText else {
            throw ZigguratError(
                .unreadableSource, raw.escaped, "its name is not UTF-8",
                remedy: "rename it, or link to it under another name")
        }
        return text
    }
}
