package import ZigguratCore
package import ZigguratFormats
package import ZigguratSystem

/// The contents of a container file, for showing them.
package enum ContainerContents {
    /// Files, and the first pyramid among them.
    case files(any BundleFiles, PackedPyramid?)
    case pyramid(any TileSource)

    /// The number of top folders in which a pyramid is looked for. Each look reads the whole
    /// directory, and an archive with thousands of folders is not a pyramid.
    private static let searchedFolders = 8

    /// Opens a file.
    ///
    /// - Throws: ``ArchiveFault`` if it is not a container, is damaged, or has no image tiles.
    package init(of path: String, _ formats: Formats) throws(ZigguratError) {
        guard let reader = try formats.reader(of: path) else {
            throw ZigguratError(ArchiveFault.unrecognised, path)
        }
        switch try reader.read(path, known: nil) {
        case .pyramid(let source, _): self = .pyramid(source)
        case .files(let files, _): self = .files(files, try Self.pyramid(in: files, formats))
        }
    }

    private static func pyramid(
        in files: any BundleFiles, _ formats: Formats
    ) throws(ZigguratError) -> PackedPyramid? {
        let folders = try files.names(in: "").filter { $0.hasSuffix("/") }.map { $0.dropLast() }
        guard folders.count <= searchedFolders || folders.allSatisfy({ Int($0) != nil }) else {
            return nil
        }
        for folder in ["" as Substring] + folders.prefix(searchedFolders) {
            let part = folder.isEmpty ? files : SubfolderFiles(String(folder), of: files)
            for hit in try PyramidSearch.hitsDirectly(in: part, formats) {
                guard case .success(let found) = hit.reading else { continue }
                return PackedPyramid(
                    folder: folder.isEmpty ? "" : "\(folder)/", pyramid: found.pyramid,
                    absent: found.absent, naming: found.naming)
            }
        }
        return nil
    }
}

/// A pyramid of files in an archive.
package struct PackedPyramid: Sendable {
    /// Its folder in the archive, with a slash at the end; empty at the top.
    package let folder: String
    package let pyramid: Pyramid
    /// The skipped tiles.
    package let absent: AbsentTiles
    /// The paths of its tiles in that folder.
    package let naming: any NamingStrategy
}
