package import ZigguratCore
package import ZigguratSystem

/// The header of a PMTiles archive: the first 127 bytes.
///
/// Source: PMTiles specification 3.4, section 3.
package struct PMTilesHeader: Hashable, Sendable {
    /// The compression of directories and metadata, or of tiles.
    package enum Compression: UInt8, Sendable {
        case unknown, none, gzip, brotli, zstandard
    }

    /// The part of the map that the tiles cover, in ten-millionths of a degree.
    package struct Bounds: Hashable, Sendable {
        /// The edges in the order west, south, east, north.
        package var edges: [Int32]
        /// The longitude and latitude of the centre.
        package var centre: [Int32]
        package var centreZoom: UInt8

        package init(edges: [Int32], centre: [Int32], centreZoom: UInt8) {
            (self.edges, self.centre, self.centreZoom) = (edges, centre, centreZoom)
        }
    }

    package static let byteCount = 127
    package static let magic = Array("PMTiles".utf8)
    private static let version: UInt8 = 3
    /// The type of Mapbox vector tiles.
    package static let vectorType: UInt8 = 1

    package var root: Range<Int>
    package var metadata: Range<Int>
    package var leaves: Range<Int>
    package var tiles: Range<Int>
    /// The number of addressed tiles. In this count and the next two, 0 means unknown.
    package var addressedTiles: Int
    package var tileEntries: Int
    package var tileContents: Int
    var isClustered = true
    var internalCompression = Compression.gzip
    package var tileCompression = Compression.none
    /// The tile format, as in the traits of a ``ZigguratCore/TileFormat``.
    package var tileType: UInt8
    package var zooms: ClosedRange<Int>
    /// The highest zoom as the file states it, which may be lower than the lowest zoom.
    package private(set) var statedHighestZoom: Int
    package var bounds: Bounds

    package var tileFormat: TileFormat? {
        TileFormat.all.first { $0.traits.pmtilesType == tileType }
    }

    /// Creates the header of a clustered archive with gzip-compressed directories.
    package init(
        root: Range<Int>, metadata: Range<Int>, leaves: Range<Int>, tiles: Range<Int>,
        addressedTiles: Int, tileEntries: Int, tileContents: Int,
        tileCompression: Compression = .none,
        tileType: UInt8, zooms: ClosedRange<Int>, bounds: Bounds
    ) {
        (self.root, self.metadata, self.leaves, self.tiles) = (root, metadata, leaves, tiles)
        (self.addressedTiles, self.tileEntries) = (addressedTiles, tileEntries)
        (self.tileContents, self.tileCompression) = (tileContents, tileCompression)
        (self.tileType, self.zooms, self.bounds) = (tileType, zooms, bounds)
        statedHighestZoom = zooms.upperBound
    }

    package var bytes: [UInt8] {
        var bytes = Self.magic + [Self.version]
        for part in [root, metadata, leaves, tiles] {
            bytes.append(little: UInt64(part.lowerBound))
            bytes.append(little: UInt64(part.count))
        }
        for count in [addressedTiles, tileEntries, tileContents] {
            bytes.append(little: UInt64(count))
        }
        bytes += [
            isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileType,
            UInt8(zooms.lowerBound), UInt8(zooms.upperBound),
        ]
        for edge in bounds.edges { bytes.append(little: edge) }
        bytes.append(bounds.centreZoom)
        for coordinate in bounds.centre { bytes.append(little: coordinate) }
        return bytes
    }
}

extension PMTilesHeader {
    /// Reads the header of a file.
    ///
    /// - Throws: ``ArchiveError`` if the version or the compression is unsupported, or a part lies
    ///   outside the file.
    package init(of file: RandomAccessFile) throws(ZigguratError) {
        let bytes = try file.bytes(Self.byteCount, at: 0)
        guard bytes.starts(with: Self.magic), bytes.count == Self.byteCount else {
            throw ZigguratError(ArchiveError.truncated, file.path)
        }
        guard bytes[7] == Self.version else {
            throw ZigguratError(
                ArchiveError.unsupportedVersion(Int(bytes[7]), supported: Int(Self.version)),
                file.path)
        }
        let parts = stride(from: 8, to: 72, by: 16).map { offset in
            let start = bytes.little(8, at: offset)
            return start..<start + bytes.little(8, at: offset + 8)
        }
        guard parts.allSatisfy({ $0.upperBound <= file.byteCount }) else {
            throw ZigguratError(ArchiveError.truncated, file.path)
        }
        (root, metadata, leaves, tiles) = (parts[0], parts[1], parts[2], parts[3])
        addressedTiles = bytes.little(8, at: 72)
        tileEntries = bytes.little(8, at: 80)
        tileContents = bytes.little(8, at: 88)
        isClustered = bytes[96] == 1
        internalCompression = try Self.compression(bytes[97], of: file)
        tileCompression = try Self.compression(bytes[98], of: file)
        tileType = bytes[99]
        zooms = Int(bytes[100])...Int(max(bytes[100], bytes[101]))
        statedHighestZoom = Int(bytes[101])
        let number = { (offset: Int) in Int32(truncatingIfNeeded: bytes.little(4, at: offset)) }
        bounds = Bounds(
            edges: [102, 106, 110, 114].map(number), centre: [119, 123].map(number),
            centreZoom: bytes[118])
    }

    private static func compression(
        _ code: UInt8, of file: RandomAccessFile
    ) throws(ZigguratError) -> Compression {
        guard let compression = Compression(rawValue: code),
            [.unknown, .none, .gzip].contains(compression)
        else {
            throw ZigguratError(ArchiveError.unsupportedCompression(method: Int(code)), file.path)
        }
        return compression
    }
}

extension PMTilesHeader.Bounds {
    private static let unit = 1e7

    package static func fixed(_ degrees: Double) -> Int32 { Int32((degrees * unit).rounded()) }

    package init(_ bounds: MapBounds, _ centre: MapCentre) {
        self.init(
            edges: bounds.edges.map(Self.fixed),
            centre: [centre.longitude, centre.latitude].map(Self.fixed),
            centreZoom: UInt8(centre.zoom))
    }

    /// West, south, east and north in degrees, as stated in the file.
    package var edgesInDegrees: [Double] { edges.map { Double($0) / Self.unit } }
    /// Longitude and latitude in degrees, and the zoom of the centre, as stated in the file.
    package var centreInDegrees: [Double] {
        centre.map { Double($0) / Self.unit } + [Double(centreZoom)]
    }

    /// The bounds of the map; `nil` if they are empty or invalid.
    package var ofMap: MapBounds? { MapBounds(edgesInDegrees) }

    /// The centre of the map; `nil` if it lies outside the bounds. Some programs write zeros.
    package var centreOfMap: MapCentre? {
        let point = MapCentre(centreInDegrees)
        return point.flatMap { ofMap?.contains($0) == true ? $0 : nil }
    }
}
