internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Checks what makes a folder a bag, besides its lists of checksums.
///
/// Source: BagIt 1.0, RFC 8493, sections 2.1 and 2.2.
struct BagCheck {
    let folder: String

    static let declaration = "bagit.txt"
    static let fileNames = [
        declaration, "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt",
    ]

    func run(_ run: VerificationRun) {
        let lines = text(Self.declaration)
        let version = lines.first ?? ""
        if !version.hasPrefix("BagIt-Version: 1.") && !version.hasPrefix("BagIt-Version: 0.") {
            run.found(
                .descriptor, "\(folder)/\(Self.declaration)",
                "its first line is no version of BagIt")
        }
        if lines.dropFirst().first != "Tag-File-Character-Encoding: UTF-8" {
            run.found(
                .descriptor, "\(folder)/\(Self.declaration)",
                "its second line does not say that tag files are UTF-8")
        }
        if !FileSystem.isFolder("\(folder)/data") {
            run.found(.missingFile, "\(folder)/data", "the bag's payload is missing")
        }
        if !FileSystem.exists("\(folder)/manifest-sha256.txt") {
            run.found(
                .missingFile, "\(folder)/manifest-sha256.txt", "the list of the payload is missing")
        }
        checkOxum(run)
    }

    /// `Payload-Oxum: BYTES.FILES`.
    private func checkOxum(_ run: VerificationRun) {
        let key = "Payload-Oxum: "
        guard let line = text("bag-info.txt").first(where: { $0.hasPrefix(key) }) else { return }
        var (files, bytes) = (0, 0)
        try? FolderFiles("\(folder)/data").forEachFile { _, count in
            files += 1
            bytes += count
            return true
        }
        if line.dropFirst(key.count) != "\(bytes).\(files)" {
            run.found(
                .checksum, "\(folder)/bag-info.txt",
                "it says \(line.dropFirst(key.count)) of the payload, and it is \(bytes).\(files)")
        }
    }

    private func text(_ name: String) -> [String] {
        let bytes = (try? FileSystem.contents(of: "\(folder)/\(name)")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map(String.init)
    }
}
