internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

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
