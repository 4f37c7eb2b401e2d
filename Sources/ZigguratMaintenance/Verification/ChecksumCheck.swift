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

/// Compares the files of an export with their hashes.
struct HashCheck {
    let folder: String
    /// The paths of the files to check.
    package let files: [String]
    /// Whether ``files`` contains all files of the export.
    let isWhole: Bool
    /// The number of findings before the verification of the export.
    let earlierFindings: Int

    /// Reports changed files, unless they already have findings.
    func run(_ run: VerificationRun) throws(ZigguratError) {
        let list = "\(folder)/\(FileHashes.fileName)"
        guard FileSystem.exists(list) else { return run.found(.missing(.checksumList), at: list) }
        let hashes: [UInt64: UInt64]
        do throws(ZigguratError) {
            hashes = try FileHashes.read(list)
        } catch {
            return run.found(error, as: .checksum)
        }
        let paths = paths(of: hashes, run)
        let folder = folder
        try run.checkFiles(
            of: folder, paths, listedIn: list, place: { "\(folder)/\($0)" },
            isEqual: { path throws(ZigguratError) in
                try XXH3.hash(ofFile: "\(folder)/\(path)") == hashes[XXH3.hash(path)]
            })
    }

    /// Returns the files that have a hash. Reports missing files, if the export has no other
    /// finding.
    private func paths(of hashes: [UInt64: UInt64], _ run: VerificationRun) -> [String] {
        let hashed = files.filter { hashes[XXH3.hash($0)] != nil }
        if isWhole, hashed.count < hashes.count, run.findingCount == earlierFindings {
            run.found(
                .missingFiles(hashes.count - hashed.count),
                at: "\(folder)/\(FileHashes.fileName)")
        }
        return hashed
    }
}

/// Verifies the files of a bag, except its checksum lists.
///
/// Source: BagIt 1.0, RFC 8493, sections 2.1 and 2.2.
struct BagCheck {
    let folder: String

    private static let declaration = "bagit.txt"
    private static let info = "bag-info.txt"
    private static let payloadList = "manifest-sha256.txt"
    static let fileNames = [declaration, info, payloadList, "tagmanifest-sha256.txt"]

    func run(_ run: VerificationRun) {
        checkDeclaration(run)
        if !FileSystem.isFolder("\(folder)/data") {
            run.found(.missing(.payload), at: "\(folder)/data")
        }
        if !FileSystem.exists("\(folder)/\(Self.payloadList)") {
            run.found(.missing(.checksumList), at: "\(folder)/\(Self.payloadList)")
        }
        // A fault in the payload also changes its size, so the size is compared only without other
        // faults.
        if !run.hasFinding(inFolder: "\(folder)/data") { checkPayload(run) }
    }

    /// Checks the two lines of `bagit.txt`, unless the file already has a finding.
    private func checkDeclaration(_ run: VerificationRun) {
        let place = "\(folder)/\(Self.declaration)"
        guard !run.hasFinding(at: place) else { return }
        let lines = lines(of: Self.declaration)
        let version = lines.first ?? ""
        if !version.hasPrefix("BagIt-Version: 1.") && !version.hasPrefix("BagIt-Version: 0.") {
            run.found(.invalidBagVersion, at: place)
        }
        if lines.dropFirst().first != "Tag-File-Character-Encoding: UTF-8" {
            run.found(.invalidBagEncoding, at: place)
        }
    }

    /// Compares the line `Payload-Oxum: BYTES.FILES` with the payload.
    private func checkPayload(_ run: VerificationRun) {
        let key = "Payload-Oxum: "
        guard let line = lines(of: Self.info).first(where: { $0.hasPrefix(key) }) else { return }
        var (files, bytes) = (0, 0)
        try? FolderFiles("\(folder)/data").forEachFile { _, count in
            files += 1
            bytes += count
            return true
        }
        let (stated, actual) = (String(line.dropFirst(key.count)), "\(bytes).\(files)")
        if stated != actual {
            run.found(
                .wrongPayload(stated: stated, actual: actual), at: "\(folder)/\(Self.info)")
        }
    }

    private func lines(of name: String) -> [String] {
        let bytes = ((try? FileSystem.contents(of: "\(folder)/\(name)")) ?? nil) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map(String.init)
    }
}
