internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Checks a list of SHA-256 checksums as sha256sum writes it: 64 digits, two spaces or a space and a star,
/// the path.
struct ChecksumCheck {
    private let folder: String
    private let name: String
    /// Whether each file is listed, and which are.
    private let covers: Cover

    private enum Cover {
        /// Everything below the folder but the list itself.
        case everything
        /// Everything below `data`.
        case payload
        /// No more than what stands in it.
        case listed
    }

    private struct Entry: Sendable {
        let sum: String
        let path: String
    }

    private static let names: [(name: String, covers: Cover)] = [
        (ChecksumList.fileName, .everything), ("manifest-sha256.txt", .payload),
        ("tagmanifest-sha256.txt", .listed),
    ]

    /// The lists that lie in a folder.
    static func all(in folder: String) -> [ChecksumCheck] {
        names.filter { FileSystem.exists("\(folder)/\($0.name)") }.map {
            ChecksumCheck(folder: folder, name: $0.name, covers: $0.covers)
        }
    }

    static func fileNames(in folder: String) -> [String] { all(in: folder).map(\.name) }

    func check(_ run: VerificationRun) throws(ZigguratError) {
        let place = "\(folder)/\(name)"
        let entries = entries(run)
        let (folder, remedy) = (folder, run.remedy)
        try run.checkEach(of: place, count: entries.count, noun: "file", entries) { entry in
            let file = "\(folder)/\(entry.path)"
            do throws(ZigguratError) {
                guard FileSystem.exists(file) else {
                    return [
                        Finding(
                            .missingFile, file, "it stands in \(place) and is missing",
                            remedy: remedy)
                    ]
                }
                guard try Self.sum(of: file) != entry.sum else { return [] }
                return [
                    Finding(
                        .checksum, file, "its checksum is not that in \(place)", remedy: remedy)
                ]
            } catch {
                return [Finding(.checksum, file, error.problem, remedy: remedy)]
            }
        }
        try checkCover(entries, run)
    }

    /// Files that should stand in the list and do not.
    private func checkCover(_ entries: [Entry], _ run: VerificationRun) throws(ZigguratError) {
        let prefix: String
        switch covers {
        case .everything: prefix = ""
        case .payload: prefix = "data/"
        case .listed: return
        }
        let listed = Set(entries.map(\.path.hashValue))
        try FolderFiles(folder).forEachFile { path, _ in
            if path.hasPrefix(prefix), path != name, !listed.contains(path.hashValue) {
                run.found(.checksum, "\(folder)/\(path)", "it does not stand in \(folder)/\(name)")
            }
            return true
        }
    }

    private func entries(_ run: VerificationRun) -> [Entry] {
        let bytes = (try? FileSystem.contents(of: "\(folder)/\(name)")) ?? []
        var entries: [Entry] = []
        for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: true)
            .enumerated()
        {
            guard let entry = entry(String(decoding: line, as: UTF8.self)) else {
                run.found(
                    .checksum, "\(folder)/\(name)", "its line \(index + 1) is no checksum and path")
                continue
            }
            entries.append(entry)
        }
        if entries.isEmpty { run.found(.checksum, "\(folder)/\(name)", "there is nothing in it") }
        return entries
    }

    /// In a line that begins with a backslash the path has its own escaped: GNU coreutils, sha2.
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

    /// Of a path in a bag, line breaks and the percent sign are encoded: RFC 8493, 2.1.3.
    private func plain(_ path: Substring, isEscaped: Bool) -> String {
        guard case .everything = covers else {
            return String(
                path.replacing("%0A", with: "\n").replacing("%0D", with: "\r")
                    .replacing("%25", with: "%"))
        }
        return isEscaped ? Self.unescaped(path) : String(path)
    }

    private static func unescaped(_ path: Substring) -> String {
        var result = ""
        var isEscape = false
        for scalar in path.unicodeScalars {
            if isEscape {
                result.unicodeScalars.append(scalar == "n" ? "\n" : scalar == "r" ? "\r" : scalar)
                isEscape = false
            } else if scalar == "\\" {
                isEscape = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func sum(of path: String) throws(ZigguratError) -> String {
        let file = try RandomAccessFile(path)
        var sum = SHA256()
        var offset = 0
        while true {
            let piece = try file.bytes(1 << 18, at: offset)
            if piece.isEmpty { return sum.digest().hex }
            unsafe sum.update(piece.span.bytes)
            offset += piece.count
        }
    }
}
