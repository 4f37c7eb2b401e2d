internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// The tiles of a database as files, `z/x/y`.
final class TileFiles: BundleFiles {
    static let naming: any NamingStrategy = .template("{z}/{x}/{y}.{ext}")

    private let source: any TileSource

    init(_ source: any TileSource) {
        self.source = source
    }

    /// Nothing is listed: the page takes the place of the top folder's list.
    func names(in folder: String) throws(ZigguratError) -> [String] { [] }

    func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        guard let tile = tile(at: path) else { return nil }
        return try source.bytes(of: tile)
    }

    func byteCount(of path: String) -> Int? {
        (try? contents(of: path))?.count
    }

    func picture(at path: String) throws(ZigguratError) -> TileImage? {
        guard let bytes = try contents(of: path) else { return nil }
        return try TileImage.read(bytes)
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

    /// The tile with exactly this path.
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
