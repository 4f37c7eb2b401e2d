internal import ZigguratCore
internal import ZigguratSystem

/// `info.json` of the Image API 2.1, section 5.
struct IIIF2Info: Encodable {
    let context: String
    let id: String
    let protocolName: String
    let width: Int
    let height: Int
    let profile: [IIIF2Profile]
    let sizes: [IIIFSize]?
    let tiles: [IIIFTiles]

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id = "@id"
        case protocolName = "protocol"
        case width, height, profile, sizes, tiles
    }
}

/// An item of `profile` in version 2: first the level's address, then what is particular to the
/// image.
enum IIIF2Profile: Encodable {
    case level(String)
    case limits(maxWidth: Int, maxHeight: Int)

    private struct Limits: Encodable {
        let maxWidth: Int
        let maxHeight: Int
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .level(let address): try container.encode(address)
        case .limits(let maxWidth, let maxHeight):
            try container.encode(Limits(maxWidth: maxWidth, maxHeight: maxHeight))
        }
    }
}

/// `info.json` of the Image API 3.0, section 5.
struct IIIF3Info: Encodable {
    let context: String
    let id: String
    let type = "ImageService3"
    let protocolName: String
    let profile = "level0"
    let width: Int
    let height: Int
    let maxWidth: Int?
    let maxHeight: Int?
    let sizes: [IIIFSize]?
    let tiles: [IIIFTiles]
    let rights: String?

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case protocolName = "protocol"
        case id, type, profile, width, height, maxWidth, maxHeight, sizes, tiles, rights
    }
}
