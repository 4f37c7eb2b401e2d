internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratSystem

/// The SHA-256 of files, by path, in the format that `sha256sum --check` reads.
package struct ChecksumList {
    package static let fileName = "checksums.sha256"

    package struct Entry {
        /// The path of the file, relative to the folder of the list.
        package let path: String
        let byteCount: Int
        let digest: SHA256.Digest
    }

    /// The entries, sorted by the bytes of their paths.
    package let entries: [Entry]

    var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

    init(
        of files: FolderFiles, threadCount: Int, where isWanted: (String) -> Bool = { _ in true }
    ) throws(ZigguratError) {
        var paths: [String] = []
        try files.forEachFile { path, _ in
            if isWanted(path) { paths.append(path) }
            return true
        }
        paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        // A file with several names is read once, by the first of its names.
        let identities = paths.map { FileSystem.attributes(of: files.place(of: $0))?.identity }
        var owners: [FileAttributes.Identity?: String] = [:]
        for (path, identity) in zip(paths, identities).reversed() { owners[identity] = path }
        let owned = Array(owners.values)
        let sums = ConcurrentWork.map(below: owned.count, threads: threadCount) { number in
            Result { () throws(ZigguratError) in try Self.sum(files.place(of: owned[number])) }
        }
        let found = Dictionary(uniqueKeysWithValues: zip(owned, sums))
        var entries: [Entry] = []
        for (path, identity) in zip(paths, identities) {
            guard let owner = owners[identity], let sum = try found[owner]?.get() else { continue }
            entries.append(Entry(path: path, byteCount: sum.byteCount, digest: sum.digest))
        }
        self.entries = entries
    }

    /// The text of the list.
    ///
    /// Each line consists of the digest, two spaces, and the path. If a path has a backslash or a
    /// line break, both are escaped and the line begins with a backslash, as in GNU sha256sum.
    var text: String {
        entries.reduce(into: "") { $0 += Self.line(of: $1.path, $1.digest) + "\n" }
    }

    package static func line(of path: String, _ digest: SHA256.Digest) -> String {
        let escaped = path.replacing("\\", with: #"\\"#).replacing("\n", with: #"\n"#)
        return "\(escaped == path ? "" : "\\")\(digest.hex)  \(escaped)"
    }

    package struct Sum {
        let byteCount: Int
        package let digest: SHA256.Digest
    }

    package static func sum(_ place: String) throws(ZigguratError) -> Sum {
        let (byteCount, digest) = try SHA256.digest(ofFile: place)
        return Sum(byteCount: byteCount, digest: digest)
    }
}
