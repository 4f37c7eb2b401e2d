internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

extension ExportSettings {
    /// The checksums of an export.
    public enum Fixity: String, Hashable, Sendable, Codable, CaseIterable {
        case none
        /// The SHA-256 of every file, in `checksums.sha256`.
        case checksums
        /// A BagIt 1.0 bag (RFC 8493).
        case bag

        /// The folder of an export with everything that is published, with a slash at its end; empty if
        /// that is the export itself.
        var payload: String { self == .bag ? Bag.payload : "" }

        func seal(
            _ folder: String, _ manifest: Manifest, threadCount: Int, in container: any Container
        ) throws(ZigguratError) {
            switch self {
            case .none: return
            case .checksums:
                let list = try ChecksumList(of: FolderFiles(folder), threadCount: threadCount)
                try container.write(
                    BundleFile(path: ChecksumList.fileName, bytes: Array(list.text.utf8)))
            case .bag:
                try Bag(manifest: manifest).write(
                    around: folder, threadCount: threadCount, in: container)
            }
        }
    }
}

/// An export as a bag: its files in `data`, with a description and their checksums beside it.
///
/// Source: RFC 8493, The BagIt File Packaging Format (V1.0), sections 2.1 and 2.2.
struct Bag {
    static let payload = "data/"
    static let information = "bag-info.txt"
    static let payloadList = "manifest-sha256.txt"
    static let tagList = "tagmanifest-sha256.txt"
    /// The label of the bytes and the files of the payload.
    static let oxum = "Payload-Oxum"

    let manifest: Manifest

    func write(
        around folder: String, threadCount: Int, in container: any Container
    ) throws(ZigguratError) {
        let files = FolderFiles(folder)
        let payload = try ChecksumList(of: files, threadCount: threadCount) {
            $0.utf8.starts(with: Self.payload.utf8)
        }
        for (path, text) in [
            ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            (
                Self.information,
                information(byteCount: payload.byteCount, fileCount: payload.entries.count)
            ),
            (Self.payloadList, Self.lines(payload)),
        ] {
            try container.write(BundleFile(path: path, bytes: Array(text.utf8)))
        }
        let tags = try ChecksumList(of: files, threadCount: 1) {
            !$0.utf8.starts(with: Self.payload.utf8)
        }
        try container.write(
            BundleFile(path: Self.tagList, bytes: Array(Self.lines(tags).utf8)))
    }

    /// Section 2.2.2: reserved labels, and the licence.
    func information(byteCount: Int, fileCount: Int) -> String {
        let caption = manifest.settings.caption
        let lines: [(String, String?)] = [
            ("External-Identifier", manifest.name),
            ("External-Description", caption.description ?? caption.title),
            ("Source-Organization", caption.attribution),
            ("Rights", caption.rights),
            (
                "Bagging-Date",
                Date(timeIntervalSince1970: Double(SourceDateEpoch.now))
                    .formatted(.iso8601.year().month().day())
            ),
            (Self.oxum, "\(byteCount).\(fileCount)"),
            ("Bag-Software-Agent", Ziggurat.generator),
        ]
        return lines.reduce(into: "") { text, line in
            guard let value = line.1 else { return }
            // A value must be one line.
            let words = value.split { $0.isWhitespace || $0.isNewline }
            text += "\(line.0): \(words.joined(separator: " "))\n"
        }
    }

    /// Section 2.1.3: one line per file; line breaks and percent signs of paths are encoded.
    private static func lines(_ list: ChecksumList) -> String {
        list.entries.reduce(into: "") { $0 += line(of: $1.path, $1.digest) + "\n" }
    }

    static func line(of path: String, _ digest: SHA256.Digest) -> String {
        let path = path.replacing("%", with: "%25").replacing("\n", with: "%0A")
            .replacing("\r", with: "%0D")
        return "\(digest.hex)  \(path)"
    }
}
