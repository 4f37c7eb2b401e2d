internal import ZigguratCore
internal import ZigguratSystem

/// The first 127 bytes of a PMTiles archive.
///
/// Source: PMTiles specification 3.4, section 3.
struct PMTilesHeader {
    static let size = 127

    /// Where a part of the archive lies.
    struct Part {
        let offset: Int
        let length: Int
    }

    let root: Part
    let metadata: Part
    let leaves: Part
    let tiles: Part
    let addressedTiles: Int
    let entries: Int
    let contents: Int
    let tileType: UInt8
    let zooms: ClosedRange<Int>
    let place: MapPlace

    /// The number of a tile format; `nil` for one that the archive has no number for.
    static func tileType(of format: TileFormat) -> UInt8? {
        let numbers: [TileFormat: UInt8] = [.png: 2, .jpeg: 3, .webp: 4, .avif: 5]
        return numbers[format]
    }

    func bytes() -> [UInt8] {
        let none: UInt8 = 1
        let gzip: UInt8 = 2
        var bytes = Array("PMTiles".utf8) + [3]
        for part in [root, metadata, leaves, tiles] {
            bytes.append(little: UInt64(part.offset))
            bytes.append(little: UInt64(part.length))
        }
        for count in [addressedTiles, entries, contents] { bytes.append(little: UInt64(count)) }
        // Clustered: tiles lie in the order of their numbers.
        bytes += [1, gzip, none, tileType, UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
        for degrees in [place.west, place.south, place.east, place.north] {
            bytes.append(little: Self.fixed(degrees))
        }
        bytes.append(UInt8(zooms.lowerBound))
        bytes.append(little: Self.fixed(place.centre.longitude))
        bytes.append(little: Self.fixed(place.centre.latitude))
        return bytes
    }

    /// Degrees in ten millionths.
    private static func fixed(_ degrees: Double) -> Int32 {
        Int32((degrees * 1e7).rounded())
    }
}
