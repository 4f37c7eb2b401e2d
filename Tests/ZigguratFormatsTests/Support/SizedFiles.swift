import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// A bundle that has the sizes of its tiles and its descriptors, but no pixels.
final class SizedFiles: BundleFiles {
    private let sizes: [String: PixelSize]
    private let documents: [String: [UInt8]]
    private let format: TileFormat

    /// Creates the files of a layout for a pyramid, without the missing tiles.
    init(
        _ layout: any Layout, _ pyramid: Pyramid, without missing: Set<String> = []
    ) throws {
        var sizes: [String: PixelSize] = [:]
        for tile in pyramid.tiles {
            let path = layout.naming.path(of: tile)
            if !missing.contains(path) { sizes[path] = tile.encodedSize }
        }
        self.sizes = sizes
        let bundle = BundleDescription(layout: layout.name, pyramid: pyramid)
        documents = Dictionary(
            uniqueKeysWithValues: try layout.descriptors(of: bundle).map { ($0.path, $0.bytes) })
        format = pyramid.tiling.encoding.format
    }

    private var paths: [String] { (Array(sizes.keys) + Array(documents.keys)).sorted() }

    func names(in folder: String) -> [String] {
        let prefix = folder.isEmpty ? "" : "\(folder)/"
        let names = paths.filter { $0.hasPrefix(prefix) }.map { path in
            let rest = path.dropFirst(prefix.count)
            guard let slash = rest.firstIndex(of: "/") else { return String(rest) }
            return String(rest[...slash])
        }
        return Set(names).sorted()
    }

    func contents(of path: String) -> [UInt8]? { documents[path] }

    func byteCount(of path: String) -> Int? {
        documents[path]?.count ?? sizes[path].map { _ in 1 }
    }

    func tileImage(at path: String) -> TileImage? {
        sizes[path].map { TileImage(format: format, size: $0) }
    }

    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) {
        for path in paths where !body(path, 1) { return }
    }

    func place(of path: String) -> String { path }
}
