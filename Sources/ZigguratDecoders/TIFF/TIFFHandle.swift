package import CImageFormats
internal import Synchronization
internal import ZigguratImaging
internal import ZigguratSystem

/// A file opened by libtiff, with libtiff's messages about the file.
package struct TIFFHandle: ~Copyable {
    package let pointer: OpaquePointer
    private let messages: OpaquePointer
    /// The open file, which the handle reads.
    private let file: SourceFile

    /// - Parameter offset: the offset of a directory in the file; `nil` for the first directory.
    init(_ file: SourceFile, offset: Int? = nil) throws(ZigguratError) {
        let path = file.path
        let messages = try Self.makeMessages(path)
        let opened = zig_tiff_open(file.descriptor, path, messages)
        guard let pointer = opened,
            offset.map({ zig_tiff_select(pointer, UInt64($0)) != 0 }) ?? true
        else {
            if let opened { zig_tiff_close(opened) }
            let cause = ZigguratError.Cause.library(String(cString: zig_tiff_last_error(messages)))
            zig_tiff_messages_free(messages)
            throw ZigguratError.unopened(path, cause)
        }
        self.file = file
        self.messages = messages
        self.pointer = pointer
    }

    private static func makeMessages(_ path: String) throws(ZigguratError) -> OpaquePointer {
        guard let messages = zig_tiff_messages_create() else {
            throw ZigguratError(SourceError.unreadable, path)
        }
        return messages
    }

    deinit {
        zig_tiff_close(pointer)
        zig_tiff_messages_free(messages)
    }

    /// Selects the image of another directory; `false` if the directory cannot be read.
    borrowing func select(_ offset: Int) -> Bool { zig_tiff_select(pointer, UInt64(offset)) != 0 }

    /// The properties of the current image; `nil` if libvips has to read its samples.
    ///
    /// The first image is current until another image is selected.
    borrowing func describe() -> zig_tiff_image? {
        var image = zig_tiff_image()
        return zig_tiff_describe(pointer, &image) == 0 ? nil : image
    }

    /// Lets the caller undo the floating-point predictor of the current image.
    ///
    /// - Returns: whether decoded rows need ``TIFFUnpacking/undoPredictor(_:rowBytes:scratch:)``.
    fileprivate borrowing func takePredictor() -> Bool {
        guard var image = describe() else { return false }
        return zig_tiff_take_predictor(pointer, &image) != 0
    }

    /// The colour profile of the current image; `nil` without a profile.
    package borrowing func profile() -> [UInt8]? { describe()?.profileBytes }

    /// The table of the pixels, four bytes each, for each value of a sample.
    borrowing func table(of image: zig_tiff_image) -> [UInt8] {
        var image = image
        var table = [UInt8](repeating: 0, count: Int(ZIG_TIFF_TABLE_SIZE))
        zig_tiff_table(pointer, &image, &table)
        return table
    }

    /// The other header fields of the current image; `nil` if libvips has to read them.
    borrowing func readHeader() -> zig_tiff_header? {
        var header = zig_tiff_header()
        return zig_tiff_read_header(pointer, UInt32(EmbeddedData.longestText), &header) == 0
            ? nil : header
    }

    /// The row of the strip or tile in libtiff's last message about damage; `nil` if the message
    /// contains no row.
    var damagedRow: Int? {
        let row = Int(zig_tiff_damaged_row(messages))
        return row < 0 ? nil : row
    }

    /// Calls a closure that decodes pixels.
    ///
    /// - Returns: libtiff's messages if pixels are missing or invented, which some of libtiff's
    ///   decoders do not report as a failure; `nil` otherwise.
    borrowing func damage(of decoding: () -> Bool) -> DecoderMessages? {
        zig_tiff_forget_damage(messages)
        let isDecoded = decoding()
        if let text = zig_tiff_damage(messages) {
            return DecoderMessages(lines: [String(cString: text)])
        }
        return isDecoded ? nil : DecoderMessages(lines: [])
    }

    /// The image description of the current image; empty without a description.
    var imageDescription: String {
        zig_tiff_description(pointer).map { String(cString: $0) } ?? ""
    }

    /// The sample value of missing pixels, which GDAL writes as text; `nil` if the file does not
    /// state it.
    var missingValue: Double? {
        zig_tiff_missing_value(pointer).flatMap {
            Double(String(cString: $0).filter { !$0.isWhitespace })
        }
    }

    /// Whether the current image is tiled.
    var isTiled: Bool { zig_tiff_is_tiled(pointer) != 0 }

    /// Whether every block of the current image has bytes.
    var isComplete: Bool { zig_tiff_is_complete(pointer) != 0 }

    /// The size of the largest compressed block of the current image, in bytes; 0 without
    /// compressed blocks. A damaged file may state any number.
    var largestBlock: Int { Int(clamping: zig_tiff_largest_block(pointer)) }

    /// The samples of a pixel that are part of the image, if a pixel has further samples.
    ///
    /// - Returns: the number of colours, which come first, and the index of the alpha sample; `nil`
    ///   if a pixel has only colours and optionally an alpha that follows them.
    var samplesOfImage: (colours: Int, alpha: Int?)? {
        guard zig_tiff_has_surplus_samples(pointer) != 0 else { return nil }
        let extra = zig_tiff_find_extra_samples(pointer)
        return (Int(extra.colours), extra.alpha < 0 ? nil : Int(extra.alpha))
    }

    /// The extra samples of a pixel of the current image.
    var extraSamples: zig_tiff_extra_samples { zig_tiff_find_extra_samples(pointer) }

    /// Bits per sample of the current image.
    package var bits: Int { Int(zig_tiff_bits(pointer)) }
    /// The number of the photometric interpretation; -1 if it is not stated.
    var photometric: Int { Int(zig_tiff_photometric(pointer)) }

    /// The number of the current image's compression, if libtiff cannot decompress the image.
    var unreadableCompression: Int? {
        let number = Int(zig_tiff_unreadable_compression(pointer))
        return number == 0 ? nil : number
    }

    /// The number of the compression of the current image.
    var compression: Int { Int(zig_tiff_compression(pointer)) }

    /// Whether the blocks of the current image have Deflate compression.
    var hasDeflate: Bool { [8, 32_946].contains(compression) }

    /// Whether the offset of the first block of the current image is known.
    var hasOffset: Bool { zig_tiff_has_offset(pointer, 0) != 0 }

    /// The number format of the samples of the current image.
    package var format: zig_tiff_format { zig_tiff_sample_format(pointer) }

    /// Whether the current image stores the samples of a pixel in several planes.
    var hasPlanes: Bool { zig_tiff_has_planes(pointer) != 0 }

    /// The number of inks of the current image; `nil` if the inks are CMYK.
    var otherInks: Int? {
        let count = Int(zig_tiff_other_inks(pointer))
        return count == 0 ? nil : count
    }

    /// Samples per pixel of the current image.
    package var samples: Int { Int(zig_tiff_samples(pointer)) }

    /// Whether the current image is YCbCr that libvips reads as RGB.
    var isPlainYCbCr: Bool { zig_tiff_is_plain_ycbcr(pointer) != 0 }
}

extension zig_tiff_image {
    /// The colour profile; `nil` without a profile.
    var profileBytes: [UInt8]? {
        profile.map { Array(UnsafeBufferPointer(start: $0, count: Int(profile_length))) }
    }
}

extension zig_tiff_header {
    /// The XMP packet; `nil` if the packet is missing, or too long to be read.
    var xmpBytes: [UInt8]? {
        guard let xmp, Int(xmp_length) <= EmbeddedData.longestText else { return nil }
        return Array(UnsafeBufferPointer(start: xmp, count: Int(xmp_length)))
    }

    /// The size of texts that are too long to be read, in bytes.
    package var leftOutBytes: Int { EmbeddedData.leftOutBytes(Int(xmp_length), Int(iptc_length)) }
}

/// A pool of idle open handles of one TIFF file. Opening a file with millions of blocks is slow.
/// All pools together keep the most recently used handles open.
final class TIFFHandlePool: Sendable {
    /// An open file, which one thread uses.
    ///
    /// `@unchecked Sendable`: only the owner uses an entry, and the pool gives an entry to one
    /// owner at a time.
    final class Entry: @unchecked Sendable {
        package let file: TIFFHandle
        /// Whether decoded rows need ``TIFFUnpacking/undoPredictor(_:rowBytes:scratch:)``.
        let leavesPredictor: Bool

        fileprivate init(_ file: consuming TIFFHandle) {
            leavesPredictor = file.takePredictor()
            self.file = file
        }
    }

    package let file: SourceFile
    /// The offset of the directory in the file; `nil` for the first directory.
    package let offset: Int?
    /// The idle handles of all pools, the most recently used handle last.
    private static let idle = Mutex<[(pool: ObjectIdentifier, entry: Entry)]>([])
    private static let mostIdle = max(64, WorkerThreads.defaultCount)

    init(_ file: SourceFile, offset: Int?) {
        (self.file, self.offset) = (file, offset)
    }

    /// Returns an idle handle, or creates a handle.
    func take() throws(ZigguratError) -> Entry {
        let pool = ObjectIdentifier(self)
        let known = Self.idle.withLock { idle -> Entry? in
            guard let index = idle.lastIndex(where: { $0.pool == pool }) else { return nil }
            return idle.remove(at: index).entry
        }
        if let known { return known }
        return Entry(try TIFFHandle(file, offset: offset))
    }

    deinit {
        let pool = ObjectIdentifier(self)
        Self.idle.withLock { $0.removeAll { $0.pool == pool } }
    }

    /// Keeps a handle for the next thread. If the pools are full, closes the handle that was unused
    /// longest.
    func put(_ entry: Entry) {
        let pool = ObjectIdentifier(self)
        Self.idle.withLock { idle in
            idle.append((pool, entry))
            if idle.count > Self.mostIdle { idle.removeFirst() }
        }
    }
}
