package import ZigguratCore
package import ZigguratFormats
package import ZigguratSystem

/// What a container file holds, for those who show it.
package enum ContainerContents {
    /// Files, and the first pyramid among them, where there is one.
    case files(any BundleFiles, PackedPyramid?)
    case pyramid(any TileSource)

    /// In how many folders at the top of an archive a pyramid is looked for: an archive of
    /// thousands of folders is none of pyramids, and each look goes through all of it.
    private static let searchedFolders = 8

    /// Opens a file of any kind that is known.
    ///
    /// - Throws: ``ZigguratError`` where it is of none, damaged, or holds no tiles of a picture.
    package init(of path: String, _ formats: Formats) throws(ZigguratError) {
        guard let reader = try formats.reader(of: path) else {
            throw ZigguratError(.unknownFormat, path, "it is no container that is known")
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
    /// The folder in the archive that it lies in, with a slash at its end; empty at the top.
    package let folder: String
    package let pyramid: Pyramid
    /// Tiles that are known to be left out.
    package let absent: AbsentTiles
    /// What its tiles are called in that folder.
    package let naming: any NamingStrategy
}
