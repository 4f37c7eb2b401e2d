internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// How libvips writes tiles of one kind.
protocol VipsTileKind: SendableMetatype {
    static var format: TileFormat { get }

    /// Whether it writes such tiles of its format.
    static func writes(_ encoding: TileEncoding) -> Bool

    /// The function of `CVips` that writes one.
    static var save: VipsSave { get }
}

/// Writes an image to a buffer that libvips allocates: the image, where to put the buffer's address
/// and its length, the quality, and 1 for no loss. 0 where it worked.
typealias VipsSave = (
    UnsafeMutablePointer<CVips.VipsImage>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    UnsafeMutablePointer<Int>?, Int32, Int32
) -> Int32

extension VipsTileKind {
    static func writes(_ encoding: TileEncoding) -> Bool { encoding.format == format }
}

/// Writes tiles through libvips: hands it a tile's pixels as an image and keeps the bytes that come
/// of it until the next tile.
final class VipsTileEncoder<Kind: VipsTileKind>: TileEncoder {
    static var format: TileFormat { Kind.format }
    static var needsTrial: Bool { true }

    private let encoding: TileEncoding
    /// The colour profile that every tile carries; empty where there is none.
    private let profile: [UInt8]
    private var pixels: [UInt8] = []
    private var result: UnsafeMutableRawPointer?

    static func writes(_ encoding: TileEncoding) -> Bool { Kind.writes(encoding) }

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        try VipsRuntime.start()
        self.encoding = encoding
        self.profile = profile
    }

    deinit {
        zig_free(result)
    }

    func encode(_ tile: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        zig_free(result)
        result = nil
        tile.pack(into: &pixels)
        var length = 0
        let status = pixels.withUnsafeBytes { bytes -> Int32 in
            guard let picture = VipsImage(bytes, size: tile.size, bands: tile.bands) else {
                return -1
            }
            if !profile.isEmpty {
                zig_image_set_blob_copy(
                    picture.pointer, VIPS_META_ICC_NAME, profile, profile.count)
            }
            return withExtendedLifetime(picture) {
                Kind.save(
                    picture.pointer, &result, &length, Int32(encoding.quality),
                    encoding.lossless ? 1 : 0)
            }
        }
        guard status == 0, let result else {
            throw ZigguratError(
                .encodingFailed, "", "libvips could not encode a tile (\(VipsRuntime.takeError()))")
        }
        return UnsafeRawBufferPointer(start: result, count: length)
    }
}
