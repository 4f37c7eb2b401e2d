internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

/// Updates the lists of hashes and checksums of an export for changed files. Unchanged files are
/// not read.
struct FixityUpdate {
    let folder: String
    let manifest: Manifest
    /// The hash of each file's bytes by the hash of its path; `nil` in exports of older versions.
    package let hashes: [UInt64: UInt64]?

    /// Returns the lists that have to change, in the order of writing.
    ///
    /// - Parameter removed: the paths of the files that will be removed.
    package func files(
        changing files: [BundleFile], removing removed: [String] = []
    ) throws(ZigguratError) -> [BundleFile] {
        var lists: [BundleFile] = []
        switch manifest.settings.fixity {
        case .none: break
        case .checksums:
            lists.append(
                try list(ChecksumList.fileName, of: files, without: removed) {
                    ChecksumList.line(of: $0, $1)
                })
        case .bag:
            let payload = files.filter { $0.path.hasPrefix(Bag.payload) }
            lists.append(try information(changing: payload, removing: removed))
            lists.append(
                try list(Bag.payloadList, of: payload, without: removed) { Bag.line(of: $0, $1) })
            let tags = files.filter { !$0.path.hasPrefix(Bag.payload) } + lists
            lists.append(try list(Bag.tagList, of: tags) { Bag.line(of: $0, $1) })
        }
        if var hashes {
            for file in files + lists {
                hashes[XXH3.hash(file.path)] = XXH3.hash(file.bytes)
            }
            for path in removed { hashes[XXH3.hash(path)] = nil }
            let list = FileHashes()
            for (path, content) in hashes {
                list.add(FileHashes.Entry(path: path, content: content))
            }
            lists.append(list.file)
        }
        return lists
    }

    /// Returns a list of checksums in which the lines of some files are replaced.
    private func list(
        _ name: String, of files: [BundleFile], without removed: [String] = [],
        line: (String, SHA256.Digest) -> String
    ) throws(ZigguratError) -> BundleFile {
        let old = try contents(of: name)
        let digest = SHA256.digest(of: [])
        let stale = Set(removed.map { String(Self.path(in: line($0, digest)[...])) })
        var new: [Substring: String] = [:]
        for file in files {
            let text = line(file.path, SHA256.digest(of: file.bytes))
            new[Self.path(in: text[...])] = text
        }
        var lines: [String] = []
        for text in old.split(separator: "\n")
        where stale.isEmpty || !stale.contains(String(Self.path(in: text))) {
            lines.append(new.removeValue(forKey: Self.path(in: text)) ?? String(text))
        }
        if !new.isEmpty {
            lines += new.values
            lines.sort { Self.path(in: $0[...]) < Self.path(in: $1[...]) }
        }
        return BundleFile(path: name, bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Returns the part of a line after the digest, which is the path.
    private static func path(in line: Substring) -> Substring {
        let digits = line.utf8.first == UInt8(ascii: "\\") ? 65 : 64
        return Substring(line.utf8.dropFirst(digits))
    }

    private func information(
        changing payload: [BundleFile], removing removed: [String]
    ) throws(ZigguratError) -> BundleFile {
        let old = try contents(of: Bag.information).split(separator: "\n")
        let counts = old.first { $0.hasPrefix("\(Bag.oxum): ") }?
            .dropFirst(Bag.oxum.count + 2).split(separator: ".").compactMap { Int($0) }
        guard let counts, counts.count == 2 else {
            throw ZigguratError(VerificationError.missing(.checksumList), place(Bag.information))
        }
        var (bytes, files) = (counts[0], counts[1])
        for file in payload {
            let size = FileSystem.attributes(of: place(file.path))?.byteCount
            bytes += file.bytes.count - (size ?? 0)
            if size == nil { files += 1 }
        }
        for path in removed {
            guard let size = FileSystem.attributes(of: place(path))?.byteCount else { continue }
            bytes -= size
            files -= 1
        }
        let text = Bag(manifest: manifest).information(byteCount: bytes, fileCount: files)
        return BundleFile(path: Bag.information, bytes: Array(text.utf8))
    }

    private func contents(of name: String) throws(ZigguratError) -> String {
        guard let bytes = try FileSystem.contents(of: place(name)) else {
            throw ZigguratError(VerificationError.missing(.checksumList), place(name))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func place(_ path: String) -> String { "\(folder)/\(path)" }
}
