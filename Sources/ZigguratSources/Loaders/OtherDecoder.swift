internal import ZigguratImaging

/// A format that libvips reads row by row, without special rules.
struct OtherDecoder: SourceDecoder {
    package let format: String
    var extensions: [String] { [format] }
    let traits = DecoderTraits(fillsDamage: false)
    /// The signature at the beginning of a file.
    private let mark: [UInt8]?

    init(_ format: String, mark: [UInt8]? = nil) {
        (self.format, self.mark) = (format, mark)
    }

    func recognises(_ head: [UInt8]) -> Bool { mark.map(head.starts(with:)) ?? false }
}

/// A format of tables of numbers, which libvips reads but which are not images.
struct TableDecoder: SourceDecoder {
    package let format: String
    let traits = DecoderTraits(readsImages: false)
}
