internal import ZigguratCore
internal import ZigguratSystem

/// `info.json` of version 2 or 3 of the Image API, section 5. Reads documents of any program.
struct IIIFInfo {
    static let path = "info.json"
    private static let protocolName = "http://iiif.io/api/image"

    let version: IIIFLayout.Version
    let pyramid: Pyramid
    /// Violations of the specification outside the fields of the pyramid.
    var faults: [DescriptorError] = []
    private var id = ""
    private var rights: String?

    init(of bundle: BundleDescription, _ version: IIIFLayout.Version) {
        self.version = version
        pyramid = bundle.pyramid
        id = bundle.address
        rights = IIIFRights.uri(of: bundle.caption)
    }

    var json: JSONValue {
        let limit = limit
        let tile = pyramid.tiling.tileSize
        let factors = pyramid.levels.reversed().map(\.scaleFactor)
        var profile: JSONValue = "level0"
        if version == .two {
            profile = [.string(version.levelZero)]
            if let limit {
                profile = [
                    .string(version.levelZero),
                    ["maxWidth": .integer(limit.width), "maxHeight": .integer(limit.height)],
                ]
            }
        }
        let isThree = version == .three
        return .object(present: [
            "@context": .string(version.context),
            version.idKey: .string(id),
            "type": isThree ? "ImageService3" : nil,
            "protocol": .string(Self.protocolName),
            "profile": profile,
            "width": .integer(pyramid.imageSize.width),
            "height": .integer(pyramid.imageSize.height),
            "maxWidth": isThree ? limit.map { .integer($0.width) } : nil,
            "maxHeight": isThree ? limit.map { .integer($0.height) } : nil,
            // Clients take the list of sizes for the list of levels, so it names all levels or is
            // missing.
            "sizes": limit == nil ? .array(pyramid.levels.map { Self.json($0.size) }) : nil,
            "tiles": [
                .object(present: [
                    "width": .integer(tile.width),
                    // Optional for square tiles, but OpenLayers 10.9 requires it.
                    "height": .integer(tile.height),
                    "scaleFactors": .array(factors.map(JSONValue.integer)),
                ])
            ],
            "rights": isThree ? rights.map(JSONValue.string) : nil,
        ])
    }

    private static func json(_ size: PixelSize) -> JSONValue {
        ["width": .integer(size.width), "height": .integer(size.height)]
    }

    /// The values of `maxWidth` and `maxHeight`; `nil` if the whole image exists as one file.
    private var limit: PixelSize? {
        guard let largest = IIIFAddresses.wholeLevels(of: pyramid).last, largest.scaleFactor > 1
        else { return nil }
        let tile = pyramid.tiling.tileSize
        return PixelSize(
            width: max(largest.size.width, min(tile.width, pyramid.imageSize.width)),
            height: max(largest.size.height, min(tile.height, pyramid.imageSize.height)))
    }

    /// Reads a document; `nil` if the document has another version. If the document names no
    /// version, only version 2 reports the error.
    init?(_ bytes: [UInt8], _ version: IIIFLayout.Version, _ place: String) throws(ZigguratError) {
        self.version = version
        guard let json = JSONValue(parsing: bytes) else {
            guard version == .two else { return nil }
            throw ZigguratError(DescriptorError.notWellFormed, place)
        }
        let contexts = json["@context"].strings
        if contexts.isEmpty {
            guard version == .two else { return nil }
            throw ZigguratError(DescriptorError.missing(field: "@context"), place)
        }
        guard contexts.contains(version.context) else { return nil }
        pyramid = try Self.pyramid(json, place)
        if let id = json[version.idKey].string {
            // Clients append a slash to the address.
            if id.hasSuffix("/") { faults.append(.invalid(field: version.idKey, value: id)) }
        } else {
            faults.append(.missing(field: version.idKey))
        }
        let protocolName = json["protocol"].string ?? ""
        if protocolName != Self.protocolName {
            faults.append(.invalid(field: "protocol", value: protocolName))
        }
        let type = json["type"].string ?? ""
        if version == .three, type != "ImageService3" {
            faults.append(.invalid(field: "type", value: type))
        }
        if json["profile"].strings.isEmpty { faults.append(.missing(field: "profile")) }
    }

    private static func pyramid(
        _ json: JSONValue, _ place: String
    ) throws(ZigguratError) -> Pyramid {
        let failure = { (reason: DescriptorError) in ZigguratError(reason, place) }
        let integer = { (field: String, json: JSONValue) throws(ZigguratError) in
            guard json[field] != .null else { throw failure(.missing(field: field)) }
            guard let number = json[field].integer else {
                throw failure(.invalid(field: field, value: ""))
            }
            return number
        }
        let size = PixelSize(width: try integer("width", json), height: try integer("height", json))
        guard size.isValid else { throw failure(.invalid(field: "size", value: "\(size)")) }
        let tiles = json["tiles"][0]
        guard tiles != .null else {
            // Without `tiles`, the service has only whole images: the pyramid has a single tile.
            return Pyramid(name: "", imageSize: size, tiling: Tiling(tileSize: size), levels: 0...0)
        }
        let width = try integer("width", tiles)
        let tile = PixelSize(
            width: width,
            height: tiles["height"] == .null ? width : try integer("height", tiles))
        guard tile.isValid, tile.longSide <= 65_535 else {
            throw failure(.invalid(field: "tiles", value: "\(tile)"))
        }
        let factors = (tiles["scaleFactors"].array ?? []).map(\.integer)
        guard !factors.isEmpty, factors.count < 40,
            factors.sorted(by: { $0 ?? 0 < $1 ?? 0 }) == factors.indices.map({ 1 << $0 })
        else {
            let text = factors.map { $0.map(String.init) ?? "?" }.joined(separator: ", ")
            throw failure(.invalid(field: "scaleFactors", value: "[\(text)]"))
        }
        return Pyramid(
            name: "", imageSize: size, tiling: Tiling(tileSize: tile), levels: 0...factors.count - 1
        )
    }
}

extension IIIFLayout.Version {
    var context: String { "http://iiif.io/api/image/\(rawValue)/context.json" }
    var idKey: String { self == .two ? "@id" : "id" }
    var levelZero: String { self == .two ? "http://iiif.io/api/image/2/level0.json" : "level0" }
}

extension JSONValue {
    /// A string, or the strings of an array.
    fileprivate var strings: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }
}
