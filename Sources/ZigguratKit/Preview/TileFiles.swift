internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// The tiles of a database as if they were files, `z/x/y`, with a page beside them.
final class TileFiles: BundleFiles {
    static let naming: any NamingStrategy = .template("{z}/{x}/{y}.{ext}")

    private let source: any TileSource
    private let pages: [String: [UInt8]]

    init(_ source: any TileSource, pages: [BundleFile]) {
        self.source = source
        self.pages = Dictionary(pages.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    /// Only the top is listed, and there the page stands in the list's place.
    func names(in folder: String) throws(ZigguratError) -> [String] { [] }

    func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        if let page = pages[path] { return page }
        guard let tile = tile(at: path) else { return nil }
        return try source.bytes(of: tile)
    }

    func byteCount(of path: String) -> Int? {
        (try? contents(of: path))?.count
    }

    func picture(at path: String) throws(ZigguratError) -> TilePicture? {
        guard let bytes = try contents(of: path) else { return nil }
        return try TileInspection.header(of: bytes)
    }

    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError) {
        for tile in source.pyramid.tiles {
            guard let bytes = try source.bytes(of: tile) else { continue }
            guard body(Self.naming.path(of: tile), bytes.count) else { return }
        }
    }

    func place(of path: String) -> String {
        path.isEmpty ? source.place : "\(source.place)/\(path)"
    }

    /// The tile that is called exactly so.
    private func tile(at path: String) -> Tile? {
        let parts = path.utf8.split(whereSeparator: {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".")
        })
        let numbers = parts.prefix(3).compactMap { Int(Substring($0)) }
        guard parts.count == 4, numbers.count == 3,
            let tile = source.pyramid.tile(
                at: TileAddress(level: numbers[0], column: numbers[1], row: numbers[2])),
            Self.naming.path(of: tile) == path
        else { return nil }
        return tile
    }
}
