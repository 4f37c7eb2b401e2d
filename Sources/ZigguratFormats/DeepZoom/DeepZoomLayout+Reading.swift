public import ZigguratCore
public import ZigguratSystem

extension DeepZoomLayout {
    private static let namespaces = [namespace, "http://schemas.microsoft.com/deepzoom/2009"]

    /// Every `NAME.dzi` with its `NAME_files`; `NAME.xml` where it is a Deep Zoom descriptor.
    public func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
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
            do throws(XMLFailure) {
                let document = try XMLDocument(bytes)
                let namespace = try document.strings(at: "namespace-uri(/*)")[0]
                let root = try document.strings(at: "local-name(/*)")[0]
                guard root == "Image", DeepZoomLayout.namespaces.contains(namespace) else {
                    throw XMLFailure(
                        [.init(line: nil, message: "its root is no Image of Deep Zoom")])
                }
                let names = ["d": namespace]
                let number = { (expression: String) throws(XMLFailure) in
                    try Self.number(expression, document, names)
                }
                tileSize = try number("/d:Image/@TileSize")
                overlap = try number("/d:Image/@Overlap")
                size = PixelSize(
                    width: try number("/d:Image/d:Size/@Width"),
                    height: try number("/d:Image/d:Size/@Height"))
                ending = try document.strings(at: "/d:Image/@Format", namespaces: names).first ?? ""
                displays = try Self.displays(document, names)
            } catch {
                throw ZigguratError(descriptor: path, error)
            }
        }

        func pyramid(
            called name: String, describedBy file: String
        ) throws(ZigguratError) -> FoundPyramid {
            guard let format = TileFormat(fileExtension: ending) else {
                throw ZigguratError(
                    .invalidPyramid, path, "its tiles are of the format “\(ending)”",
                    remedy: "those that can be read are jpg, png, webp and avif")
            }
            guard (1...65_535).contains(tileSize), (0...65_535).contains(overlap) else {
                throw ZigguratError(
                    .invalidPyramid, path,
                    "a tile size of \(tileSize) with an overlap of \(overlap) cannot be")
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

        /// The rectangles; one that is none is passed over, as clients do.
        private static func displays(
            _ document: XMLDocument, _ names: [String: String]
        ) throws(XMLFailure) -> [DeepZoomDisplay] {
            let rect = "//d:DisplayRects/d:DisplayRect/d:Rect"
            let numbers = { (suffix: String) throws(XMLFailure) in
                try document.strings(at: rect + suffix, namespaces: names).map {
                    Int($0).flatMap { (0...1 << 40).contains($0) ? $0 : nil }
                }
            }
            let columns = [
                try numbers("/../@MinLevel"), try numbers("/../@MaxLevel"), try numbers("/@X"),
                try numbers("/@Y"), try numbers("/@Width"), try numbers("/@Height"),
            ]
            let count = columns.map(\.count).min() ?? 0
            guard columns.allSatisfy({ $0.count == count }) else {
                throw XMLFailure([.init(line: nil, message: "a DisplayRect lacks an attribute")])
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

        private static func number(
            _ expression: String, _ document: XMLDocument, _ namespaces: [String: String]
        ) throws(XMLFailure) -> Int {
            let words = try document.strings(at: expression, namespaces: namespaces)
            let name = String(expression.split(separator: "@").last ?? "")
            guard let word = words.first else {
                throw XMLFailure([.init(line: nil, message: "\(name) is missing")])
            }
            guard let number = Int(word), (0...1 << 40).contains(number),
                number > 0 || name == "Overlap"
            else {
                throw XMLFailure([.init(line: nil, message: "\(name) is “\(word)”")])
            }
            return number
        }
    }
}
