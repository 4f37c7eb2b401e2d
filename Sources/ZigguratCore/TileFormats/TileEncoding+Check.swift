package import ZigguratSystem

/// Why tiles cannot have the settings of a ``TileEncoding``.
package enum TileEncodingFailure: FailureReason {
    /// A number is outside its range.
    case outOfRange(field: String, value: Int, range: ClosedRange<Int>)
    /// Samples have neither 8 nor 16 bits.
    case bitDepth(Int)
    /// The format does not have the option; `formats` do.
    case unsupported(TileEncoding.Option, TileFormat, formats: [TileFormat])
    /// A palette has samples of 8 bits.
    case paletteOfSixteenBits

    package var code: ZigguratError.Code { .invalidOptions }
}

extension TileEncoding {
    /// The options in use that only some formats have. ``subsampling`` is not one of them: the
    /// command line has a default for it, which other formats ignore.
    private var usedOptions: [Option] {
        var options: [Option] = []
        if progressive { options.append(.progressive) }
        if compression > 1 { options.append(.compression) }
        if palette { options.append(.palette) }
        if bits != 8 { options.append(.sixteenBits) }
        return options
    }

    /// Checks that the format has the options in use and that all numbers are in range.
    ///
    /// - Throws: ``ZigguratError`` with a ``TileEncodingFailure``, without a subject.
    package func check() throws(ZigguratError) {
        if let failure { throw ZigguratError(failure) }
    }

    var failure: TileEncodingFailure? {
        if !(1...100).contains(quality) {
            return .outOfRange(field: "quality", value: quality, range: 1...100)
        }
        if !(1...12).contains(compression) {
            return .outOfRange(field: "compression", value: compression, range: 1...12)
        }
        if bits != 8 && bits != 16 { return .bitDepth(bits) }
        for option in usedOptions where !format.traits.options.contains(option) {
            return .unsupported(
                option, format,
                formats: TileFormat.all.filter { $0.traits.options.contains(option) })
        }
        return bits == 16 && palette ? .paletteOfSixteenBits : nil
    }
}
