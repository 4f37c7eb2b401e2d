import Foundation
import TestSupport

/// A fault of an archive or its host. The raw value is part of the page's message.
enum ArchiveError: String, CaseIterable {
    case noRanges = "does not support range requests"
    case truncated = "photo.pmtiles is truncated"
    case damaged = "The directory of photo.pmtiles is damaged"
    case damagedLeaf = "directory of photo.pmtiles is damaged."
    case missing = "photo.pmtiles was not found on the web server"
    case replaced = "photo.pmtiles was replaced by another file"
    case compressed = "photo-dzi.zip is compressed; its entries must be stored"
    case noDirectory = "photo-dzi.zip is truncated"

    var container: String { self == .compressed || self == .noDirectory ? "zip" : "pmtiles" }

    /// The path of the page in its destination.
    var page: String { "photo/\(container == "zip" ? "dzi-zip" : "pmtiles")/index.html" }

    /// Damages the file of a destination.
    func damage(_ destination: URL) async throws {
        let file = container == "zip" ? "photo/photo-dzi.zip" : "photo/photo.pmtiles"
        let common = """
            import gzip, os, re, struct, sys, zipfile
            path, page = sys.argv[1:]
            size = os.path.getsize(path)
            data = bytearray(open(path, 'rb').read())
            def write(data): open(path, 'wb').write(data)
            def fit():
                text = open(page).read()
                text = re.sub(r'"size":\\d+', f'"size":{os.path.getsize(path)}', text)
                open(page, 'w').write(text)
            """
        try await Shell.run(
            "python3",
            [
                "-I", "-c", "\(common)\n\(script)", destination.appending(path: file).path,
                destination.appending(path: page).path,
            ]
        ).orThrow()
    }

    /// A script that damages a file; the arguments are the file and the page.
    private var script: String {
        switch self {
        case .noRanges: "open(path, 'ab').truncate(80_000_000); fit()"
        case .truncated: "open(path, 'ab').truncate(size // 2)"
        case .damaged: "data[127:160] = bytes(33); write(data)"
        // The root has one entry: a leaf directory at offset 0, which is the root itself.
        case .damagedLeaf:
            """
            root = gzip.compress(bytes([1, 0, 0, 60, 1]))
            data[8:24] = struct.pack('<QQ', 127, len(root))
            data[40:56] = struct.pack('<QQ', 127, len(root))
            root = gzip.compress(bytes([1, 0, 0, len(root), 1]))
            data[127:127 + len(root)] = root; write(data)
            """
        case .missing: "os.remove(path)"
        case .replaced: "open(path, 'ab').truncate(size + 1)"
        case .compressed:
            """
            old = zipfile.ZipFile(path)
            with zipfile.ZipFile(path + '~', 'w', zipfile.ZIP_DEFLATED) as new:
                for name in old.namelist(): new.writestr(name, old.read(name))
            os.rename(path + '~', path); fit()
            """
        case .noDirectory: "data[-22:] = bytes(22); write(data)"
        }
    }
}
