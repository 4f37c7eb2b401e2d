import ZigguratCore
import ZigguratSystem

/// A bundle in memory, with one document and a few tiles.
final class MemoryFiles: BundleFiles {
    private let documents: [String: [UInt8]]
    /// Paths of tiles that layouts search for; the folders of these tiles exist, too.
    private static let tiles = [
        "0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "photo_files/0/0_0.jpg", "TileGroup0/0-0-0.jpg",
    ]

    init(_ document: [UInt8], at path: String) { documents = [path: document] }

    private var paths: [String] { documents.keys + Self.tiles }

    func names(in folder: String) throws(ZigguratError) -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let names = paths.filter { $0.hasPrefix(prefix) }.map { path in
            let rest = path.dropFirst(prefix.count)
            return rest.firstIndex(of: "/").map { String(rest[...$0]) } ?? String(rest)
        }
        return Set(names).sorted()
    }

    func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        documents[path] ?? (Self.tiles.contains(path) ? [0xFF, 0xD8] : nil)
    }

    func byteCount(of path: String) -> Int? { (try? contents(of: path))??.count }

    func tileImage(at path: String) throws(ZigguratError) -> TileImage? {
        Self.tiles.contains(path)
            ? TileImage(format: .jpeg, size: PixelSize(width: 256, height: 256)) : nil
    }

    func forEachFile(_ body: (String, Int) -> Bool) throws(ZigguratError) {
        for path in paths where !body(path, byteCount(of: path) ?? 0) { return }
    }

    func place(of path: String) -> String { "memory/\(path)" }
}
