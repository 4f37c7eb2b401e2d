package import ZigguratCore
package import ZigguratSystem

extension DeepZoomLayout {
    private static let namespaces = [namespace, "http://schemas.microsoft.com/deepzoom/2009"]

    /// Every `NAME.dzi` with its `NAME_files`; `NAME.xml` where it is a Deep Zoom descriptor.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        var found: [PyramidReading] = []
        let names = try files.names(in: "")
        for name in names where name.hasSuffix(".dzi") || name.hasSuffix(".xml") {
            let stem = String(name.dropLast(4))
            // An XML file may be anything; it is one of ours where the tiles stand beside it.
            guard name.hasSuffix(".dzi") || names.contains("\(stem)_files/") else { continue }
            guard let bytes = try files.contents(of: name) else { continue }
            do throws(ZigguratError) {
                let descriptor = try Descriptor(bytes, path: files.place(of: name))
                found.append(.success(try descriptor.pyramid(called: stem, describedBy: name)))
            } catch {
                found.append(.failure(error))
            }
        }
        return found
    }

    /// What a descriptor says; Deep Zoom File Format Overview and the schema of 2008.
    private struct Descriptor {
        let path: String
        let tileSize: Int
        let overlap: Int
        let ending: String
        let size: PixelSize
        /// What is there, where that is not everything.
        let displays: [DeepZoomDisplay]

        init(_ bytes: [UInt8], path: String) throws(ZigguratError) {
            self.path = path
            let document = try XMLDescriptor(bytes, place: path, prefix: "d")
            let root = try document.text("local-name(/*)") ?? ""
            let namespace = try document.text("namespace-uri(/*)") ?? ""
            guard root == "Image", DeepZoomLayout.namespaces.contains(namespace) else {
                throw document.failure(.unrecognised("root element \(root)"))
            }
            tileSize = try document.number("/d:Image/@TileSize", in: 1...65_535)
            overlap = try document.number("/d:Image/@Overlap", in: 0...65_535)
            size = PixelSize(
                width: try document.number("/d:Image/d:Size/@Width"),
                height: try document.number("/d:Image/d:Size/@Height"))
            ending = try document.text("/d:Image/@Format") ?? ""
            displays = try Self.displays(document)
        }

        func pyramid(
            called name: String, describedBy file: String
        ) throws(ZigguratError) -> FoundPyramid {
            guard let format = TileFormat(fileExtension: ending) else {
                throw ZigguratError(DescriptorFailure.unsupportedTileFormat(ending), path)
            }
            let tiling = Tiling(
                tileSize: PixelSize(square: tileSize), overlap: overlap,
                encoding: TileEncoding(format))
            var pyramid = Pyramid(name: name, imageSize: size, tiling: tiling, depth: .onePixel)
            var absent: AbsentTiles? = AbsentTiles.none
            if !displays.isEmpty {
                absent = DeepZoomDisplay.absent(from: pyramid, with: displays)
                let there = pyramid.levels.filter { level in
                    absent?.runs(ofLevel: level.index) != [0, level.tileCount]
                }
                if let first = there.first, let last = there.last,
                    last.index - first.index + 1 < pyramid.levels.count
                {
                    // Levels at either end of which nothing is there are left out.
                    let shape = PyramidShape(
                        depth: .onePixel, minimumLevel: first.index, maximumLevel: last.index)
                    pyramid = Pyramid(name: name, imageSize: size, tiling: tiling, shape: shape)
                    absent = DeepZoomDisplay.absent(from: pyramid, with: displays)
                }
            }
            return FoundPyramid(
                pyramid, naming: .ending(ending, of: "{name}_files/{level}/{column}_{row}"),
                descriptors: [file], isSparse: absent == nil, absent: absent ?? AbsentTiles.none)
        }

        /// The valid rectangles; like clients, it ignores others.
        private static func displays(
            _ document: XMLDescriptor
        ) throws(ZigguratError) -> [DeepZoomDisplay] {
            let rect = "//d:DisplayRects/d:DisplayRect/d:Rect"
            var columns: [[Int?]] = []
            for name in ["/../@MinLevel", "/../@MaxLevel", "/@X", "/@Y", "/@Width", "/@Height"] {
                columns.append(
                    try document.strings(rect + name).map { text in
                        Int(text).flatMap { (0...PixelSize.maximumSide).contains($0) ? $0 : nil }
                    })
            }
            let count = columns[0].count
            guard columns.allSatisfy({ $0.count == count }) else {
                throw document.failure(.missing(field: "attribute of DisplayRect"))
            }
            return (0..<count).compactMap { index in
                let values = columns.compactMap { $0[index] }
                guard values.count == 6, values[0] <= values[1] else { return nil }
                return DeepZoomDisplay(
                    levels: values[0]...values[1],
                    region: PixelRegion(
                        x: values[2], y: values[3], width: values[4], height: values[5]))
            }
        }
    }
}
