/// A format that libvips reads row by row, without special rules.
struct OtherDecoder: SourceDecoder {
    let format: String
    var extensions: [String] { [format] }
    /// How files begin.
    private let mark: [UInt8]?

    init(_ format: String, mark: [UInt8]? = nil) {
        (self.format, self.mark) = (format, mark)
    }

    func recognises(_ head: [UInt8]) -> Bool { mark.map(head.starts(with:)) ?? false }
}

/// Tables of numbers, which libvips reads but are not images.
struct TableDecoder: SourceDecoder {
    let format: String
    let traits = LoaderTraits(readsImages: false)
}
