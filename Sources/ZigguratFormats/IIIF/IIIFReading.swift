internal import FoundationEssentials
package import ZigguratCore
package import ZigguratSystem

/// `info.json` of either version of the Image API as anybody may have written it.
struct IIIFReading {
    /// What a version of the Image API has in its `info.json`.
    struct Version {
        let context: String
        /// The member that holds the service's address: `@id` or `id`.
        let idKey: String
        /// What stands for compliance level 0 in `profile`.
        let levelZero: [String]

        static let two = Version(
            context: "http://iiif.io/api/image/2/context.json", idKey: "@id",
            levelZero: ["http://iiif.io/api/image/2/level0.json"])
        static let three = Version(
            context: "http://iiif.io/api/image/3/context.json", idKey: "id", levelZero: ["level0"])
    }

    private struct Info: Decodable {
        struct Tiles: Decodable {
            let width: Int
            let height: Int?
            let scaleFactors: [Int]
        }

        let protocolName: String?
        let id2: String?
        let id3: String?
        let type: String?
        let width: Int
        let height: Int
        let tiles: [Tiles]?

        enum CodingKeys: String, CodingKey {
            case protocolName = "protocol"
            case id2 = "@id"
            case id3 = "id"
            case type, width, height, tiles
        }
    }

    /// A member that is a single string or a list that begins with some.
    private struct Words: Decodable {
        struct Context: Decodable {
            let words: Words
            enum CodingKeys: String, CodingKey { case words = "@context" }
        }
        struct Profile: Decodable {
            let words: Words
            enum CodingKeys: String, CodingKey { case words = "profile" }
        }

        let strings: [String]

        init(from decoder: any Decoder) throws {
            if let one = try? decoder.singleValueContainer().decode(String.self) {
                strings = [one]
                return
            }
            var list = try decoder.unkeyedContainer()
            var strings: [String] = []
            while !list.isAtEnd, let string = try? list.decode(String.self) {
                strings.append(string)
            }
            self.strings = strings
        }
    }

    let version: Version

    /// The pyramid that `info.json` describes.
    func pyramids(
        in files: any BundleFiles, naming: any NamingStrategy
    ) throws(ZigguratError) -> [PyramidReading] {
        let name = "info.json"
        guard let bytes = try files.contents(of: name) else { return [] }
        let place = files.place(of: name)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        guard let context = try? decoder.decode(Words.Context.self, from: data) else {
            // Whose it is cannot be told; one version speaks for both.
            guard version.idKey == "@id" else { return [] }
            return [.failure(Self.failure(of: Words.Context.self, in: data, place))]
        }
        guard context.words.strings.contains(version.context) else { return [] }
        do throws(ZigguratError) {
            guard let info = try? decoder.decode(Info.self, from: data) else {
                throw Self.failure(of: Info.self, in: data, place)
            }
            let profile = (try? decoder.decode(Words.Profile.self, from: data))?.words.strings
            return [
                .success(
                    FoundPyramid(
                        try pyramid(info, place), naming: naming, descriptors: [name],
                        faults: faults(info, profile ?? [], place)))
            ]
        } catch {
            return [.failure(error)]
        }
    }

    private func pyramid(_ info: Info, _ place: String) throws(ZigguratError) -> Pyramid {
        let size = PixelSize(width: info.width, height: info.height)
        guard size.isValid else {
            throw Self.failure(place, .invalid(field: "size", value: "\(size)"))
        }
        guard let tiles = info.tiles?.first else {
            // Whole images alone: a single tile.
            let tiling = Tiling(tileSize: size)
            return Pyramid(name: "", imageSize: size, tiling: tiling, levels: 0...0)
        }
        let tile = PixelSize(width: tiles.width, height: tiles.height ?? tiles.width)
        guard tile.isValid, tile.longSide <= 65_535 else {
            throw Self.failure(place, .invalid(field: "tiles", value: "\(tile)"))
        }
        let factors = tiles.scaleFactors.sorted()
        guard !factors.isEmpty, factors.count < 40, factors == factors.indices.map({ 1 << $0 })
        else {
            throw Self.failure(
                place, .invalid(field: "scaleFactors", value: "\(tiles.scaleFactors)"))
        }
        return Pyramid(
            name: "", imageSize: size, tiling: Tiling(tileSize: tile), levels: 0...factors.count - 1
        )
    }

    /// What the specification's section 5 demands besides.
    private func faults(
        _ info: Info, _ profile: [String], _ place: String
    ) -> [ZigguratError] {
        var problems: [DescriptorFailure] = []
        let id = version.idKey == "id" ? info.id3 : info.id2
        if id == nil { problems.append(.missing(field: version.idKey)) }
        // Clients add a slash of their own.
        if let id, id.hasSuffix("/") { problems.append(.invalid(field: version.idKey, value: id)) }
        if info.protocolName != IIIF.protocolName {
            problems.append(.invalid(field: "protocol", value: info.protocolName ?? ""))
        }
        if version.idKey == "id", info.type != "ImageService3" {
            problems.append(.invalid(field: "type", value: info.type ?? ""))
        }
        if profile.isEmpty { problems.append(.missing(field: "profile")) }
        return problems.map { Self.failure(place, $0) }
    }

    private static func failure(_ place: String, _ reason: DescriptorFailure) -> ZigguratError {
        ZigguratError(reason, place)
    }

    /// Why a document cannot be decoded.
    private static func failure<Value: Decodable>(
        of type: Value.Type, in data: Data, _ place: String
    ) -> ZigguratError {
        do {
            _ = try JSONDecoder().decode(type, from: data)
            return failure(place, .notWellFormed)
        } catch let error as DecodingError {
            return failure(place, DescriptorFailure(error))
        } catch {
            return failure(place, .notWellFormed)
        }
    }
}

extension DescriptorFailure {
    /// The field that a decoder rejects.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, _): self = .missing(field: key.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            self = .invalid(field: path, value: "")
        default: self = .notWellFormed
        }
    }
}

extension IIIF2Layout {
    /// `info.json` of version 2 with the tiles beside it.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        try IIIFReading(version: .two).pyramids(in: files, naming: naming)
    }

    /// The region in numbers where it is the whole image, and sizes of both numbers.
    package func otherPaths(of tile: Tile) -> [String] {
        IIIF.otherPaths(of: tile)
    }
}

extension IIIF3Layout {
    /// `info.json` of version 3 with the tiles beside it.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        try IIIFReading(version: .three).pyramids(in: files, naming: naming)
    }

    /// The region in numbers where it is the whole image, and sizes of a single number.
    package func otherPaths(of tile: Tile) -> [String] {
        IIIF.otherPaths(of: tile)
    }
}

extension IIIF {
    /// Every way to write a tile's region and its size.
    fileprivate static func otherPaths(of tile: Tile) -> [String] {
        let cell = tile.imageCell
        let size = tile.levelCell.size
        var sizes = ["\(size.width),", "\(size.width),\(size.height)"]
        if size == cell.size { sizes += ["max", "full"] }
        var regions = ["\(cell)"]
        if cell.size == tile.pyramid.imageSize { regions.append("full") }
        return regions.flatMap { region in sizes.map { path(region: region, size: $0) } }
    }
}
