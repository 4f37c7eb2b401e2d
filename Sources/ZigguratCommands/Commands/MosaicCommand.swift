internal import CommandLineParsing
internal import ZigguratKit
internal import ZigguratSystem

/// The command that lists the pieces of an image that was scanned in rows and columns, or the tiles
/// of an archive.
struct MosaicCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "mosaic", abstract: "List the pieces of one image for “ziggurat export”",
        discussion: """
            Writes a list of the files in FOLDER and of their places: FOLDER.json, which \
            “ziggurat export” reads as one image. Pieces are JPEG, PNG, TIFF or WebP files. A \
            column is as wide as its widest piece, a row as high as its highest one; missing \
            pieces become background. The list is plain JSON and can be edited or written by \
            other programs.
            """,
        """
        “ziggurat export” reads a PMTiles archive without a list. A list has the tiles of its \
        largest level, which stay in the archive, and can be edited.
        """,
        examples: [
            .init("ziggurat mosaic scan", "lists scan/0_0.tif, scan/0_1.tif … in scan.json"),
            .init("ziggurat export scan.json"),
            .init(
                "ziggurat mosaic tiles/12 --pieces '{column}/{row}.jpg'",
                "lists a level of map tiles"),
            .init("ziggurat mosaic map.pmtiles", "lists the largest level in map.json"),
            .init("ziggurat mosaic slide --pieces 'tile_x{column}_y{row}.jpg' --overlap 64"),
        ])

    @Argument(
        valueName: "FOLDER", completion: .files, help: "Folder of the pieces, or a PMTiles archive")
    var folder: PathArgument

    @Option(
        valueName: "PATTERN", visibility: .common,
        help: "File names or paths in FOLDER, with {row} and {column}")
    var pieces = "{row}_{column}.tif"

    @Option(
        .range(0...100_000), valueName: "PIXELS", visibility: .common,
        help: "Width of the strips that neighbours share")
    var overlap = 0

    @Flag(visibility: .common, help: "Replace the list if it exists")
    var replace: Bool

    func validate() throws(CommandLineError) {
        guard MosaicGrid(pieces) != nil else {
            throw CommandLineError(
                "invalid pattern '\(pieces)'",
                hint: "it has {row} and {column} once each, with something between them")
        }
    }

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var path = try folder.textOrError()
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let archiveEnd = ".pmtiles"
        let isArchive = path.hasSuffix(archiveEnd) && !FileSystem.isFolder(path)
        let list = "\(isArchive ? String(path.dropLast(archiveEnd.count)) : path).json"
        guard replace || !FileSystem.exists(list) else {
            throw ZigguratError(CommandError.fileExists, list)
        }
        let mosaic: MosaicList
        if isArchive {
            mosaic = try PMTilesPieces.list(of: path, file: Path.name(of: path))
        } else {
            guard let grid = MosaicGrid(pieces) else { return .failed }
            mosaic = try grid.list(
                of: path, prefix: Path.name(of: path) + "/", overlap: overlap)
        }
        try FileSystem.replace(list, with: Array(mosaic.text.utf8))
        context.console.print(
            "\(list): \(mosaic.mosaic.count) piece\(mosaic.mosaic.count == 1 ? "" : "s")")
        return .done
    }
}
