package import ZigguratCore
package import ZigguratFormats
package import ZigguratSystem

/// Finds pyramids among files: at the top or, if the top has no pyramid, in its direct subfolders.
package enum PyramidSearch {
    /// A pyramid that a layout recognises.
    package struct Hit {
        package let files: any BundleFiles
        package let layout: any Layout
        package let reading: PyramidReading
        /// Whether Ziggurat wrote the pyramid. If so, every alias of a tile must exist.
        var isOurs = false
        /// The requested levels, if a bundle record states them.
        package var levels: Pyramid.LevelRequest?

        package func source(_ found: FoundPyramid) -> FileTileSource {
            FileTileSource(files, layout: layout, found, isComplete: isOurs)
        }

        func isDescribed(by path: String) -> Bool {
            switch reading {
            case .success(let found): found.descriptors.contains(path)
            case .failure(let error): error.subject == files.place(of: path)
            }
        }
    }

    /// - Parameter descriptor: the file that describes the requested pyramid; `nil` for all
    ///   pyramids.
    package static func hits(
        in files: any BundleFiles, _ formats: Formats, descriptor: String? = nil
    ) throws(ZigguratError) -> [Hit] {
        var hits = try hitsDirectly(in: files, formats)
        if hits.isEmpty {
            for name in try files.names(in: "") where name.hasSuffix("/") {
                hits += try hitsDirectly(
                    in: SubfolderFiles(String(name.dropLast()), of: files), formats)
            }
        }
        guard let descriptor, !MapTiles.isTileJSON(descriptor) else { return hits }
        return hits.filter { $0.isDescribed(by: descriptor) }
    }

    static func hitsDirectly(
        in files: any BundleFiles, _ formats: Formats
    ) throws(ZigguratError) -> [Hit] {
        if let hit = try BundleRecord.hit(in: files, formats) { return [hit] }
        var hits: [Hit] = []
        for layout in formats.layouts {
            for reading in try layout.pyramids(in: files) {
                var reading = reading
                if case .success(let found) = reading {
                    reading = .success(try PageConfigurationReader.refined(found, in: files))
                }
                hits.append(Hit(files: files, layout: layout, reading: reading))
            }
        }
        return hits
    }

    /// Returns the first readable pyramid of an archive, and its folder with a trailing slash. The
    /// folder is empty if the pyramid is at the top.
    ///
    /// Each attempt reads the whole directory of the archive. Therefore an archive is not searched
    /// if it has more than eight top folders that are not levels.
    package static func first(
        in files: any BundleFiles, _ formats: Formats
    ) throws(ZigguratError) -> (folder: String, found: FoundPyramid)? {
        let folders = try files.names(in: "").filter { $0.hasSuffix("/") }
        guard folders.count <= 8 || folders.allSatisfy({ Int($0.dropLast()) != nil }) else {
            return nil
        }
        for folder in [""] + folders.prefix(8) {
            let part =
                folder.isEmpty ? files : SubfolderFiles(String(folder.dropLast()), of: files)
            for hit in try hitsDirectly(in: part, formats) {
                if case .success(let found) = hit.reading { return (folder, found) }
            }
        }
        return nil
    }

    /// Returns the files of a bundle in an archive. The bundle may be inside a single top folder.
    static func top(of files: any BundleFiles) throws(ZigguratError) -> any BundleFiles {
        let names = try files.names(in: "")
        guard names.count == 1, let name = names.first, name.hasSuffix("/") else { return files }
        return SubfolderFiles(String(name.dropLast()), of: files)
    }
}

/// Reads the configuration in a bundle's page. The configuration contains the exact size of the
/// image, even if the layout has no descriptor.
enum PageConfigurationReader {
    private static let opening = #"<script type="application/json" id="ziggurat-config">"#

    /// Returns a found pyramid with the size and the skipped tiles that its page states. Returns it
    /// unchanged if the bundle has no page that matches its tiles.
    static func refined(
        _ found: FoundPyramid, in files: any BundleFiles
    ) throws(ZigguratError) -> FoundPyramid {
        guard found.sizeOrigin != .descriptor, let bytes = try files.contents(of: "index.html")
        else { return found }
        let page = configuration(in: String(decoding: bytes, as: UTF8.self))
        let guess = found.pyramid
        let size = PixelSize(width: page["width"].integer ?? 0, height: page["height"].integer ?? 0)
        guard let name = page["name"].string, let levels = page["levels"].array,
            let edge = page["edge"].string.flatMap(Tiling.Edge.init), size.isValid,
            page["overlap"].integer == 0,
            page["tileWidth"].integer == guess.tiling.tileSize.width,
            page["tileHeight"].integer == guess.tiling.tileSize.height,
            let first = guess.levels.first, let last = guess.levels.last,
            levels.count == guess.levels.count
        else { return found }
        let pyramid = Pyramid(
            name: name, imageSize: size,
            tiling: Tiling(
                tileSize: guess.tiling.tileSize, edge: edge, encoding: guess.tiling.encoding),
            levels: first.index...last.index)
        guard let top = pyramid.levels.last, top.columns == last.columns, top.rows == last.rows
        else { return found }
        return FoundPyramid(
            pyramid, naming: found.naming, descriptors: found.descriptors, isSparse: found.isSparse,
            absent: absent(from: pyramid, levels), faults: found.faults)
    }

    /// Returns the skipped tiles. For each level, the page lists runs as the number of the first
    /// tile and the length of the run.
    private static func absent(from pyramid: Pyramid, _ levels: [JSONValue]) -> AbsentTiles {
        var numbers: [Int: [Int]] = [:]
        for (level, stated) in zip(pyramid.levels, levels) {
            let runs = stated["absent"].array?.compactMap(\.integer) ?? []
            for index in stride(from: 0, to: runs.count - 1, by: 2) {
                let (first, count) = (runs[index], runs[index + 1])
                guard first >= 0, count > 0, first < level.tileCount,
                    count <= level.tileCount - first
                else { continue }
                numbers[level.index, default: []] += first..<first + count
            }
        }
        return AbsentTiles(numbers)
    }

    private static func configuration(in page: String) -> JSONValue {
        guard let start = page.firstRange(of: opening)?.upperBound,
            let end = page[start...].firstRange(of: "</script>")?.lowerBound
        else { return .null }
        return JSONValue(parsing: Array(page[start..<end].utf8)) ?? .null
    }
}
