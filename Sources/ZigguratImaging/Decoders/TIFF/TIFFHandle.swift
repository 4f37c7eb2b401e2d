internal import CImageFormats
internal import ZigguratSystem

/// An open file of libtiff, with its messages.
struct TIFFHandle: ~Copyable {
    let pointer: OpaquePointer
    private let messages: OpaquePointer

    /// - Parameter offset: the place of a directory in the file; `nil` is the first one.
    init(path: String, offset: Int? = nil) throws(ZigguratError) {
        let messages = try Self.makeMessages(path)
        let opened = zig_tiff_open(path, messages)
        guard let pointer = opened,
            offset.map({ zig_tiff_select(pointer, UInt64($0)) != 0 }) ?? true
        else {
            if let opened { zig_tiff_close(opened) }
            let cause = ZigguratError.Cause.library(String(cString: zig_tiff_last_error(messages)))
            zig_tiff_messages_free(messages)
            throw ZigguratError.unopened(path, cause)
        }
        self.messages = messages
        self.pointer = pointer
    }

    private static func makeMessages(_ path: String) throws(ZigguratError) -> OpaquePointer {
        guard let messages = zig_tiff_messages_create() else {
            throw ZigguratError(SourceFailure.unreadable, path)
        }
        return messages
    }

    deinit {
        zig_tiff_close(pointer)
        zig_tiff_messages_free(messages)
    }

    /// Goes to the image of another directory; `false` if it cannot be read.
    borrowing func select(_ offset: Int) -> Bool { zig_tiff_select(pointer, UInt64(offset)) != 0 }

    /// The current image, which is the first one until another one is selected; `nil` if libvips has
    /// to read its samples.
    borrowing func describe() -> zig_tiff_image? {
        var image = zig_tiff_image()
        return zig_tiff_describe(pointer, &image) == 0 ? nil : image
    }

    /// The colour profile of the current image; `nil` without one.
    borrowing func profile() -> [UInt8]? { describe()?.profileBytes }

    /// Four bytes for each value of a sample: the colour it stands for.
    borrowing func table(of image: zig_tiff_image) -> [UInt8] {
        var image = image
        var table = [UInt8](repeating: 0, count: Int(ZIG_TIFF_TABLE_SIZE))
        zig_tiff_table(pointer, &image, &table)
        return table
    }

    /// Other fields of the current image; `nil` if libvips has to read them.
    borrowing func readHeader() -> zig_tiff_header? {
        var header = zig_tiff_header()
        return zig_tiff_read_header(pointer, UInt32(EmbeddedData.longestText), &header) == 0
            ? nil : header
    }

    /// The last error that libtiff reported.
    var lastMessage: String { String(cString: zig_tiff_last_error(messages)) }

    /// The row of the strip or tile that libtiff named when it reported the last damage, if it did.
    var damagedRow: Int? {
        let row = Int(zig_tiff_damaged_row(messages))
        return row < 0 ? nil : row
    }

    /// Calls a closure that decodes pixels.
    ///
    /// - Returns: what libtiff said if pixels are missing or invented. Some of its decoders then succeed.
    borrowing func damage(of decoding: () -> Bool) -> DecoderMessages? {
        zig_tiff_forget_damage(messages)
        let isDecoded = decoding()
        if let text = zig_tiff_damage(messages) {
            return DecoderMessages(lines: [String(cString: text)])
        }
        return isDecoded ? nil : DecoderMessages(lines: [])
    }

    /// What the current image says of itself; empty without that.
    var imageDescription: String {
        zig_tiff_description(pointer).map { String(cString: $0) } ?? ""
    }

    /// The value of pixels without one, which GDAL writes as text; `nil` without that.
    var missingValue: Double? {
        zig_tiff_missing_value(pointer).flatMap {
            Double(String(cString: $0).filter { !$0.isWhitespace })
        }
    }

    /// Whether the current image is in tiles.
    var isTiled: Bool { zig_tiff_is_tiled(pointer) != 0 }

    /// Whether every block of the current image has bytes.
    var isComplete: Bool { zig_tiff_is_complete(pointer) != 0 }

    /// The bytes of the largest compressed block of the current image; 0 if none is compressed. A broken
    /// file may state any number.
    var largestBlock: Int { Int(clamping: zig_tiff_largest_block(pointer)) }

    /// The samples of a pixel that are part of the image, if there are others.
    ///
    /// - Returns: the number of colours, which come first, and the number of the sample that is alpha;
    ///   `nil` if the pixel has only colours and an alpha that follows them.
    var samplesOfImage: (colours: Int, alpha: Int?)? {
        guard zig_tiff_has_surplus_samples(pointer) != 0 else { return nil }
        let extra = zig_tiff_find_extra_samples(pointer)
        return (Int(extra.colours), extra.alpha < 0 ? nil : Int(extra.alpha))
    }

    /// Bits of a sample of the current image.
    var bits: Int { Int(zig_tiff_bits(pointer)) }
    /// The number of the photometric interpretation; -1 if it is not stated.
    var photometric: Int { Int(zig_tiff_photometric(pointer)) }

    /// The number of the compression of the current image, if libtiff cannot decompress it.
    var unreadableCompression: Int? {
        let number = Int(zig_tiff_unreadable_compression(pointer))
        return number == 0 ? nil : number
    }

    /// The number of the compression of the current image.
    var compression: Int { Int(zig_tiff_compression(pointer)) }

    /// Whether the place of the first block of the current image is known.
    var hasOffset: Bool { zig_tiff_has_offset(pointer, 0) != 0 }

    /// What the samples of the current image are.
    var format: zig_tiff_format { zig_tiff_sample_format(pointer) }

    /// Whether a pixel of the current image has its samples in several planes.
    var hasPlanes: Bool { zig_tiff_has_planes(pointer) != 0 }

    /// The number of inks of the current image, if they are not those of CMYK.
    var otherInks: Int? {
        let count = Int(zig_tiff_other_inks(pointer))
        return count == 0 ? nil : count
    }

    /// Samples of a pixel of the current image.
    var samples: Int { Int(zig_tiff_samples(pointer)) }

    /// Whether the current image is YCbCr that libvips takes for RGB.
    var isPlainYCbCr: Bool { zig_tiff_is_plain_ycbcr(pointer) != 0 }
}

extension zig_tiff_image {
    /// The colour profile; `nil` without one.
    var profileBytes: [UInt8]? {
        profile.map { Array(UnsafeBufferPointer(start: $0, count: Int(profile_length))) }
    }
}

extension zig_tiff_header {
    /// The XMP packet; `nil` without one, or if it is too long to be read.
    var xmpBytes: [UInt8]? {
        guard let xmp, Int(xmp_length) <= EmbeddedData.longestText else { return nil }
        return Array(UnsafeBufferPointer(start: xmp, count: Int(xmp_length)))
    }

    /// The length of texts that are too long to be read, in bytes.
    var leftOutBytes: Int { EmbeddedData.leftOutBytes(Int(xmp_length), Int(iptc_length)) }
}
