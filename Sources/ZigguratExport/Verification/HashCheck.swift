internal import ZigguratFormats
internal import ZigguratSystem

/// Compares the files of an export with their hashes.
struct HashCheck {
    let folder: String
    /// The one bundle that is checked; `nil` for the whole export.
    let bundle: String?
    /// The paths of the bundles that are one file.
    let containers: Set<String>
    /// The number of findings before the export was checked.
    let earlierFindings: Int

    /// Reports files that differ, unless another check has reported them.
    func run(_ run: VerificationRun) throws(ZigguratError) {
        let list = "\(folder)/\(FileHashes.fileName)"
        guard FileSystem.exists(list) else { return run.found(.missing(.checksumList), at: list) }
        let hashes: [UInt64: UInt64]
        do throws(ZigguratError) {
            hashes = try FileHashes.read(list)
        } catch {
            return run.found(error, as: .checksum)
        }
        let paths = try paths(of: hashes, run)
        let folder = folder
        try run.checkFiles(
            of: folder, paths, listedIn: list, place: { "\(folder)/\($0)" },
            isEqual: { path throws(ZigguratError) in
                try XXH3.hash(ofFile: "\(folder)/\(path)") == hashes[XXH3.hash(path)]
            })
    }

    /// The files to compare: those that have a hash and no finding yet. Reports that files are
    /// missing if no other check of the export has.
    private func paths(
        of hashes: [UInt64: UInt64], _ run: VerificationRun
    ) throws(ZigguratError) -> [String] {
        var paths: [String] = []
        var count = 0
        try FolderFiles(folder).forEachFile { path, _ in
            guard hashes[XXH3.hash(path)] != nil else { return true }
            count += 1
            let place = "\(folder)/\(path)"
            let isKnown =
                containers.contains(path) ? run.hasFinding(in: place) : run.hasFinding(at: place)
            if !isKnown, bundle.map({ path == $0 || path.hasPrefix("\($0)/") }) ?? true {
                paths.append(path)
            }
            return true
        }
        if bundle == nil, count < hashes.count, run.findingCount == earlierFindings {
            run.found(
                .missingFiles(hashes.count - count), at: "\(folder)/\(FileHashes.fileName)")
        }
        return paths
    }
}
