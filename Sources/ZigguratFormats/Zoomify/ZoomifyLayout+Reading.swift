public import ZigguratCore
public import ZigguratSystem

extension ZoomifyLayout {
    /// `ImageProperties.xml` with the groups beside it. How sizes were rounded its number of tiles
    /// tells, or its smallest tile.
    public func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        let name = "ImageProperties.xml"
        guard let bytes = try files.contents(of: name) else { return [] }
        let place = files.place(of: name)
        do throws(ZigguratError) {
            return [.success(try Self.found(bytes, name, place, files))]
        } catch {
            return [.failure(error)]
        }
    }

    private static func found(
        _ bytes: [UInt8], _ name: String, _ place: String, _ files: any BundleFiles
    ) throws(ZigguratError) -> FoundPyramid {
        var numbers: [String: Int] = [:]
        do throws(XMLFailure) {
            let document = try XMLDocument(bytes)
            for key in ["WIDTH", "HEIGHT", "NUMTILES", "TILESIZE"] {
                let words = try document.strings(at: "/IMAGE_PROPERTIES/@\(key)")
                guard let number = words.first.flatMap({ Int($0) }), (1...1 << 40).contains(number)
                else {
                    throw XMLFailure([.init(line: nil, message: "\(key) is no number of it")])
                }
                numbers[key] = number
            }
        } catch {
            throw ZigguratError(descriptor: place, error)
        }
        let size = PixelSize(
            width: numbers["WIDTH", default: 1], height: numbers["HEIGHT", default: 1])
        let side = numbers["TILESIZE", default: 256]
        guard side <= 65_535 else {
            throw ZigguratError(.invalidPyramid, place, "a tile size of \(side) cannot be")
        }
        let first = try files.names(in: "TileGroup0").first { $0.hasPrefix("0-0-0.") }
        let ending = first.map { String($0.dropFirst(6)) } ?? "jpg"
        let tiling = Tiling(
            tileSize: PixelSize(square: side),
            encoding: TileEncoding(TileFormat(fileExtension: ending) ?? .jpeg))
        let both = [LevelRounding.down, .up].map { rounding in
            let layout = ZoomifyLayout(rounding: rounding)
            return (
                layout: layout,
                pyramid: Pyramid(
                    name: "", imageSize: size, tiling: tiling, shape: layout.rules.levels.shape)
            )
        }
        let count = numbers["NUMTILES"]
        // Where both have as many, the smallest tile shows which it is.
        let smallest = try files.picture(at: "TileGroup0/0-0-0.\(ending)")?.size
        let fitting = both.filter { $0.pyramid.tileCount == count }
        let match = fitting.first { $0.pyramid.levels.first?.size == smallest } ?? fitting.first
        guard let match else {
            throw ZigguratError(
                .invalidPyramid, place,
                "it counts \(count ?? 0) tiles; such a picture has \(both[0].pyramid.tileCount)",
                remedy: "write it, or the pyramid, again")
        }
        return FoundPyramid(
            match.pyramid, naming: match.layout.naming, descriptors: [name], layout: match.layout)
    }
}
