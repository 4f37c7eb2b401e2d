internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

/// Verifies a list of SHA-256 checksums in the format of sha256sum.
///
/// A line consists of 64 hexadecimal digits, either two spaces or a space and an asterisk, and the
/// path.
struct ChecksumCheck {
    private let folder: String
    package let name: String
    private let covers: Cover

    /// The files that a list must cover.
    private enum Cover {
        /// All files in the folder except the list itself.
        case everything
        /// All files in `data`.
        case payload
        /// Any files: the list need not be complete.
        case listed
    }

    private struct Entry: Sendable {
        let sum: String
        package let path: String
    }

    private static let names: [(name: String, covers: Cover)] = [
        (ChecksumList.fileName, .everything), ("manifest-sha256.txt", .payload),
        ("tagmanifest-sha256.txt", .listed),
    ]

    static func all(in folder: String) -> [ChecksumCheck] {
        names.filter { FileSystem.exists("\(folder)/\($0.name)") }.map {
            ChecksumCheck(folder: folder, name: $0.name, covers: $0.covers)
        }
    }

    func check(_ run: VerificationRun) throws(ZigguratError) {
        let place = "\(folder)/\(name)"
        let entries = try entries(run)
        let folder = folder
        try run.checkFiles(
            of: place, entries, listedIn: place, place: { "\(folder)/\($0.path)" },
            isEqual: { entry throws(ZigguratError) in
                try ChecksumList.sum("\(folder)/\(entry.path)").digest.hex == entry.sum
            })
        try checkCover(entries, run)
    }

    private func checkCover(_ entries: [Entry], _ run: VerificationRun) throws(ZigguratError) {
        let prefix: String
        switch covers {
        case .everything: prefix = ""
        case .payload: prefix = "data/"
        case .listed: return
        }
        let listed = Set(entries.map(\.path.hashValue))
        try FolderFiles(folder).forEachFile { path, _ in
            if path.hasPrefix(prefix), path != name, path != FileHashes.fileName,
                !listed.contains(path.hashValue), !run.hasFinding(at: "\(folder)/\(path)")
            {
                run.found(.unlisted(list: "\(folder)/\(name)"), at: "\(folder)/\(path)")
            }
            return true
        }
    }

    private func entries(_ run: VerificationRun) throws(ZigguratError) -> [Entry] {
        let bytes = try FileSystem.contents(of: "\(folder)/\(name)") ?? []
        var entries: [Entry] = []
        for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: true)
            .enumerated()
        {
            guard let entry = entry(String(decoding: line, as: UTF8.self)) else {
                run.found(.invalidChecksumLine(index + 1), at: "\(folder)/\(name)")
                continue
            }
            entries.append(entry)
        }
        if entries.isEmpty { run.found(.emptyChecksumList, at: "\(folder)/\(name)") }
        return entries
    }

    /// Parses one line. A backslash at its start marks a path with escape sequences (GNU coreutils,
    /// sha2).
    private func entry(_ line: String) -> Entry? {
        var line = line[...]
        if line.last == "\r" { line.removeLast() }
        let isEscaped = line.first == "\\"
        if isEscaped { line.removeFirst() }
        let sum = line.prefix(64)
        let rest = line.dropFirst(64)
        guard sum.utf8.count == 64, sum.allSatisfy(\.isHexDigit), let space = rest.first,
            space == " " || space == "\t"
        else { return nil }
        var path = rest.drop { $0 == " " || $0 == "\t" }
        if path.first == "*" { path.removeFirst() }
        if path.hasPrefix("./") { path.removeFirst(2) }
        guard !path.isEmpty, path.first != "/",
            !path.unicodeScalars.split(separator: "/").contains(where: { String($0) == ".." })
        else { return nil }
        return Entry(sum: sum.lowercased(), path: plain(path, isEscaped: isEscaped))
    }

    /// Returns the path without escape sequences. Bags percent-encode line breaks and percent signs
    /// (RFC 8493, section 2.1.3).
    private func plain(_ path: Substring, isEscaped: Bool) -> String {
        guard case .everything = covers else {
            return String(
                path.replacing("%0A", with: "\n").replacing("%0D", with: "\r")
                    .replacing("%25", with: "%"))
        }
        guard isEscaped else { return String(path) }
        // An escaped backslash separates the parts, so any other backslash belongs to a line break.
        return path.split(separator: #"\\"#, omittingEmptySubsequences: false).map {
            $0.replacing(#"\n"#, with: "\n").replacing(#"\r"#, with: "\r")
        }.joined(separator: #"\"#)
    }
}
