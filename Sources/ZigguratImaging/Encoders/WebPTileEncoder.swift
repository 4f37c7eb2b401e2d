internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratSystem

/// WebP, with or without loss, through libwebp itself: libvips' way to it costs a third more a tile.
///
/// libvips' settings at the same quality: the default preset, method 4. Only the quantiser is the
/// same all over a tile: up to four of them, as is libwebp's default, are made for whole pictures,
/// and finding out which blocks get which takes a tenth of the time. At the same quality tiles of
/// photographs are no larger and no further from the original.
final class WebPTileEncoder: TileEncoder {
    /// Speed against size, 0 to 6: libvips' `effort`.
    private static let method: Int32 = 4

    private let bands: Int
    /// The colour profile that every tile carries; empty where there is none.
    private let profile: [UInt8]
    /// The file with the profile.
    private var profiled = WebPData()
    private var configuration = WebPConfig()
    /// The tile's rows one below the other, as libwebp wants them.
    private var pixels: [UInt8] = []
    /// The file, where it stays until the next one.
    private let result: UnsafeMutablePointer<WebPMemoryWriter>

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        guard
            WebPConfigInitInternal(
                &configuration, WEBP_PRESET_DEFAULT, Float(encoding.quality),
                WEBP_ENCODER_ABI_VERSION) != 0
        else {
            throw ZigguratError(EncodingFailure.incompatibleLibrary(name: "libwebp"))
        }
        configuration.method = Self.method
        configuration.segments = 1
        configuration.lossless = encoding.lossless ? 1 : 0
        self.bands = bands
        self.profile = profile
        result = .allocate(capacity: 1)
        WebPMemoryWriterInit(result)
    }

    deinit {
        WebPFree(UnsafeMutableRawPointer(mutating: profiled.bytes))
        WebPMemoryWriterClear(result)
        result.deallocate()
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        pack(pixels)
        WebPMemoryWriterClear(result)
        WebPMemoryWriterInit(result)
        var picture = WebPPicture()
        guard WebPPictureInitInternal(&picture, WEBP_ENCODER_ABI_VERSION) != 0 else {
            throw Self.failure(of: picture)
        }
        defer { WebPPictureFree(&picture) }
        picture.width = Int32(pixels.width)
        picture.height = Int32(pixels.height)
        // Without loss libwebp works on RGB, with loss on YUV: no detour by the other.
        picture.use_argb = configuration.lossless
        picture.writer = WebPMemoryWrite
        picture.custom_ptr = UnsafeMutableRawPointer(result)
        let stride = Int32(pixels.width * colourBands)
        let isImported = self.pixels.withUnsafeBufferPointer { bytes in
            bands % 2 == 0
                ? WebPPictureImportRGBA(&picture, bytes.baseAddress, stride)
                : WebPPictureImportRGB(&picture, bytes.baseAddress, stride)
        }
        guard isImported != 0, WebPEncode(&configuration, &picture) != 0 else {
            throw Self.failure(of: picture)
        }
        if !profile.isEmpty { return try withProfile() }
        return UnsafeRawBufferPointer(start: result.pointee.mem, count: result.pointee.size)
    }

    /// The same file in the container that can have a profile.
    private func withProfile() throws(ZigguratError) -> UnsafeRawBufferPointer {
        WebPFree(UnsafeMutableRawPointer(mutating: profiled.bytes))
        profiled = WebPData()
        guard let container = WebPMuxNew() else {
            throw ZigguratError(EncodingFailure.outOfMemory(.webp))
        }
        defer { WebPMuxDelete(container) }
        let status = profile.withUnsafeBufferPointer { bytes in
            var picture = WebPData(bytes: result.pointee.mem, size: result.pointee.size)
            var chunk = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            // Both are copied by reference: they outlast the assembling.
            let statuses = [
                WebPMuxSetImage(container, &picture, 0),
                WebPMuxSetChunk(container, "ICCP", &chunk, 0),
                WebPMuxAssemble(container, &profiled),
            ]
            return statuses.first { $0 != WEBP_MUX_OK } ?? WEBP_MUX_OK
        }
        guard status == WEBP_MUX_OK else {
            throw ZigguratError(
                EncodingFailure.profile(.webp), cause: .library("libwebp error \(status.rawValue)"))
        }
        return UnsafeRawBufferPointer(start: profiled.bytes, count: profiled.size)
    }

    /// libwebp knows no grey: 3, or 4 with alpha.
    private var colourBands: Int { bands % 2 == 0 ? 4 : 3 }

    private func pack(_ tile: TilePixels) {
        let rowLength = tile.width * colourBands
        if pixels.count != rowLength * tile.height {
            pixels = [UInt8](repeating: 0, count: rowLength * tile.height)
        }
        pixels.withUnsafeMutableBufferPointer { buffer in
            // It has a base address: a tile has at least one pixel.
            let start = buffer.baseAddress.unsafelyUnwrapped
            for y in 0..<tile.height {
                let target = start + y * rowLength
                if bands >= 3 {
                    target.update(from: tile.rows[y], count: rowLength)
                } else {
                    spread(tile.rows[y], over: target, width: tile.width)
                }
            }
        }
    }

    /// Grey three times, and alpha where there is some.
    private func spread(
        _ row: UnsafePointer<UInt8>, over target: UnsafeMutablePointer<UInt8>, width: Int
    ) {
        for x in 0..<width {
            let (source, pixel) = (row + x * bands, target + x * colourBands)
            for band in 0..<3 { pixel[band] = source[0] }
            if bands == 2 { pixel[3] = source[1] }
        }
    }

    private static func failure(of picture: WebPPicture) -> ZigguratError {
        ZigguratError(
            EncodingFailure.failed(.webp),
            cause: .library("libwebp error \(picture.error_code.rawValue)"))
    }
}
