internal import ZigguratStore
internal import ZigguratSystem

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
