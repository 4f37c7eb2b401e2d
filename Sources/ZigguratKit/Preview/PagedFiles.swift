internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The files of a container, and those of a page that it does not have.
final class PagedFiles: BundleFiles {
    private let files: any BundleFiles
    private let pages: [String: [UInt8]]

    init(_ files: any BundleFiles, pages: [BundleFile]) {
        self.files = files
        self.pages = Dictionary(pages.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    func names(in folder: String) throws(ZigguratError) -> [String] {
        try files.names(in: folder)
    }

    func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        if let page = pages[path] { return page }
        return try files.contents(of: path)
    }

    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? {
        pages[path] == nil ? try files.packedRange(of: path) : nil
    }

    func byteCount(of path: String) -> Int? {
        pages[path]?.count ?? files.byteCount(of: path)
    }

    func picture(at path: String) throws(ZigguratError) -> TileImage? {
        try files.picture(at: path)
    }

    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError) {
        try files.forEachFile(body)
    }

    func place(of path: String) -> String { files.place(of: path) }
}
