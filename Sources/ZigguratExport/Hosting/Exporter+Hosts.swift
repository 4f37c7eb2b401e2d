internal import ZigguratCore
package import ZigguratStore
package import ZigguratSystem

extension Exporter {
    /// Writes the files for a web host at the top of the destination. Files with these names that
    /// Ziggurat did not write are kept.
    ///
    /// - Returns: notes on the written files, on features that the host lacks, and on files that
    ///   were kept.
    package func writeFiles(of host: any StaticHost) throws(ZigguratError) -> [ExportNote] {
        let folder = folder
        return try folder.withLock { () throws(ZigguratError) in
            var (own, notes): ([BundleFile], [ExportNote]) = ([], [])
            for file in host.files {
                let place = folder.folder(of: file.path)
                if try isFree(place, for: file) {
                    own.append(file)
                } else {
                    notes.append(.foreignHostFile(path: place, host: host.title))
                }
            }
            try folder.update(own)
            guard !own.isEmpty else { return notes }
            return notes + [
                .hostFiles(
                    host: host.title, paths: own.map { folder.folder(of: $0.path) }, host.advice)
            ]
        }
    }

    /// Whether a path is free, or has a file that Ziggurat wrote.
    ///
    /// If the host's file is empty, it has no mark, so the existing file must be empty, too.
    private func isFree(_ place: String, for file: BundleFile) throws(ZigguratError) -> Bool {
        guard let attributes = FileAttributes(path: place, followsLink: false) else { return true }
        guard attributes.isFile, let bytes = try FileSystem.contents(of: place) else {
            return false
        }
        return bytes == file.bytes
            || !file.bytes.isEmpty && bytes.firstRange(of: Array(StaticHosts.mark.utf8)) != nil
    }
}
