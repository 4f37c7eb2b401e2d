public import ZigguratCore
public import ZigguratSystem

/// Every encoder there is; each encoding has one.
public enum TileEncoders {
    static let all: [any (TileEncoder & SendableMetatype).Type] = [
        JPEGTileEncoder.self,
        PNGTileEncoder.self,
        PalettePNGTileEncoder.self,
        WebPTileEncoder.self,
        AVIFTileEncoder.self,
        JXLTileEncoder.self,
    ]

    static func make(
        for encoding: TileEncoding, bands: Int, profile: [UInt8] = []
    ) throws(ZigguratError) -> any TileEncoder {
        try type(for: encoding).init(encoding, bands: bands, profile: profile)
    }

    /// Whether the libraries at hand can write such tiles: found out by trying.
    ///
    /// - Throws: ``ZigguratError`` where they cannot.
    public static func check(_ encoding: TileEncoding) throws(ZigguratError) {
        guard try type(for: encoding).needsTrial else { return }
        let encoder = try make(for: encoding, bands: 3)
        let pixel = TileScratch()
        do throws(ZigguratError) {
            _ = try encoder.encode(pixel.plain(PixelSize(square: 16), background: [0, 0, 0]))
        } catch {
            throw ZigguratError(
                .encodingFailed, "",
                "the libvips that is installed here cannot write \(encoding.format) tiles "
                    + "(\(error.problem))",
                remedy: "take another --format, or install what it lacks")
        }
    }

    private static func type(
        for encoding: TileEncoding
    ) throws(ZigguratError) -> any (TileEncoder & SendableMetatype).Type {
        guard let type = all.first(where: { $0.writes(encoding) }) else {
            throw ZigguratError(
                .encodingFailed, "", "there is no encoder for \(encoding.format) tiles")
        }
        return type
    }
}
