internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Finds the pyramids among files: at the top, or else in the folders directly below.
enum PyramidSearch {
    /// A layout's reading of some files.
    struct Hit {
        let files: any BundleFiles
        let layout: any Layout
        let reading: PyramidReading
        /// Whether Ziggurat wrote it, so that every name of every tile has to be there.
        var isOurs = false
        /// What was asked of its levels, where it says so.
        var levels: LevelRequest?
    }

    static func hits(in files: any BundleFiles, _ formats: Formats) throws(ZigguratError) -> [Hit] {
        let here = try hitsDirectly(in: files, formats)
        guard here.isEmpty else { return here }
        var below: [Hit] = []
        for name in try files.names(in: "") where name.hasSuffix("/") {
            below += try hitsDirectly(
                in: SubfolderFiles(String(name.dropLast()), of: files), formats)
        }
        return below
    }

    /// Those at the top alone.
    static func hitsDirectly(in files: any BundleFiles, _ formats: Formats) throws(ZigguratError)
        -> [Hit]
    {
        if let hit = try BundleRecord.hit(in: files, formats) { return [hit] }
        var hits: [Hit] = []
        for layout in formats.layouts {
            for reading in try layout.pyramids(in: files) {
                var reading = reading
                if case .success(let found) = reading {
                    reading = .success(try OwnPage.refined(found, in: files))
                }
                hits.append(Hit(files: files, layout: layout, reading: reading))
            }
        }
        return hits
    }

    /// Where a bundle of ours begins: at the top, or in the one folder that an archive has there.
    static func top(of files: any BundleFiles) throws(ZigguratError) -> any BundleFiles {
        let names = try files.names(in: "")
        guard names.count == 1, let name = names.first, name.hasSuffix("/") else { return files }
        return SubfolderFiles(String(name.dropLast()), of: files)
    }
}
