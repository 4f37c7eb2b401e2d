internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of mosaics: lists of image files that are the pieces of one image.
struct MosaicDecoder: SourceDecoder {
    package let format = "mosaic"
    let extensions = ["json"]
    let traits = DecoderTraits(
        isIsolated: false, needsVips: false, readsAll: true, isComposite: true,
        hasFurtherFiles: true)

    func recognises(_ head: [UInt8]) -> Bool { MosaicList.recognises(head) }

    func open(_ file: SourceFile) -> any OpenedImage { MosaicImage(file) }
}

/// An open list of pieces.
private final class MosaicImage: OpenedImage {
    let file: SourceFile

    init(_ file: SourceFile) { self.file = file }

    var beginsAtAnyRow: Bool { true }

    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard StoredHeader.supports(request, trust),
            let mosaic = try? MosaicCache.mosaic(of: file)
        else { return nil }
        return StoredHeader(
            format: MosaicDecoder().format, size: mosaic.size, pixels: mosaic.pixels,
            heldBytes: mosaic.heldBytes > 0 ? mosaic.heldBytes : nil
        ).opened(request, trust)
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let mosaic = try MosaicCache.mosaic(of: file)
        guard let conversion = try RowConversion(mosaic.pixels, profile: nil, target) else {
            return nil
        }
        return PixelReading(MosaicRowReader(mosaic), conversion)
    }

    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        let mosaic = try MosaicCache.mosaic(of: file)
        let image = try VipsImage.rows(of: MosaicRowReader(mosaic), mosaic.pixels)
        image.describe(
            MosaicDecoder().format, statedBits: 8 * mosaic.pixels.sampleBytes, EmbeddedData())
        return image
    }

    func heldBytes(of image: MemoryQuestion) -> Int? {
        guard let mosaic = try? MosaicCache.mosaic(of: file) else { return nil }
        return mosaic.heldBytes > 0 ? mosaic.heldBytes : nil
    }

    func memory(page: Int) -> DirectMemory? {
        let mosaic = try? MosaicCache.mosaic(of: file)
        return DirectMemory(threadBytes: mosaic?.readerBytes ?? 0)
    }

    var attributes: FileAttributes? { Mosaic.attributes(file) }
}

/// A cache of the last mosaic, so that an export reads the headers of its pieces once.
enum MosaicCache {
    private typealias Entry = (path: String, files: FileAttributes, mosaic: Mosaic)

    private static let last = Mutex<Entry?>(nil)

    /// Returns the mosaic of a list, and reads it again if the list or a piece has changed.
    ///
    /// - Parameter now: the current time in seconds since 1970; `nil` for the time of the call.
    /// - Throws: ``SourceError`` about the list or a piece.
    static func mosaic(of file: SourceFile, now: Int? = nil) throws(ZigguratError) -> Mosaic {
        let files = Mosaic.attributes(file)
        if let known = last.withLock({ $0 }), known.path == file.path, known.files == files {
            return known.mosaic
        }
        let mosaic = try Mosaic(file)
        if let files, files.hasSettled(now: now) {
            last.withLock { $0 = (file.path, files, mosaic) }
        }
        return mosaic
    }

    /// Opens the pieces of a list in this process, because the decoder process may lack access to a
    /// piece. The decoder process reports errors in the list.
    ///
    /// - Throws: ``SourceError`` about a piece.
    static func checkPieces(of file: SourceFile) throws(ZigguratError) {
        do throws(ZigguratError) {
            _ = try mosaic(of: file)
        } catch {
            guard error.subject == file.path else { throw error }
        }
    }
}
