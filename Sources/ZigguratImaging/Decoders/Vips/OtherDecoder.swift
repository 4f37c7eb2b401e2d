/// A format that libvips reads row by row, without special rules.
struct OtherDecoder: SourceDecoder {
    let format: String
    let extensions: [String]
    /// How files begin.
    private let mark: [UInt8]?
    let traits: LoaderTraits

    init(
        _ format: String, extensions: [String]? = nil, mark: [UInt8]? = nil,
        _ traits: LoaderTraits = LoaderTraits()
    ) {
        (self.format, self.traits) = (format, traits)
        self.extensions = extensions ?? [format]
        self.mark = mark
    }

    func recognises(_ head: [UInt8]) -> Bool { mark.map(head.starts(with:)) ?? false }
}

/// Tables of numbers, which libvips reads but are not images.
struct TableDecoder: SourceDecoder {
    let format: String
    let traits = LoaderTraits(readsImages: false)
}
