internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The header values and the metadata of a new PMTiles archive.
struct PMTilesContents {
    let tileType: UInt8
    let tileCompression: PMTilesHeader.Compression
    let zooms: ClosedRange<Int>
    let bounds: PMTilesHeader.Bounds
    let metadata: JSONValue

    /// Describes the archive of an image.
    init(of bundle: BundleDescription) throws(ZigguratError) {
        tileType = try Self.type(of: bundle.pyramid.tiling.encoding.format)
        tileCompression = .none
        let place = MapPlace(of: bundle.pyramid)
        zooms = place.zooms
        bounds = PMTilesHeader.Bounds(of: place)
        metadata = .object(present: TileSetMetadata.fields(of: bundle))
    }

    /// Describes the archive of a map.
    init(of map: MapDescription) throws(ZigguratError) {
        switch map.format {
        case .image(let format):
            tileType = try Self.type(of: format)
            tileCompression = .none
        case .vector(let isCompressed):
            tileType = PMTilesHeader.vectorType
            tileCompression = isCompressed ? .gzip : .none
        }
        zooms = map.zooms
        bounds = PMTilesHeader.Bounds(map.bounds, map.centre)
        metadata = .object(map.markedFields)
    }

    private static func type(of format: TileFormat) throws(ZigguratError) -> UInt8 {
        guard let type = format.traits.pmtilesType else {
            throw ZigguratError(
                ContainerError.unsupportedTileFormat(format, container: "pmtiles"))
        }
        return type
    }
}

extension PMTilesHeader.Bounds {
    init(of place: MapPlace) {
        self.init(
            edges: [place.west, place.south, place.east, place.north].map(Self.fixed),
            centre: [place.centre.longitude, place.centre.latitude].map(Self.fixed),
            centreZoom: UInt8(place.zooms.lowerBound))
    }
}
