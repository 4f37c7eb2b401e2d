/// A format that libvips reads row by row, and of which nothing else is to be said.
struct OtherDecoder: SourceDecoder {
    let format: String
    let extensions: [String]

    init(_ format: String, extensions: [String]? = nil) {
        self.format = format
        self.extensions = extensions ?? [format]
    }
}

/// Tables of numbers, which libvips reads but are not images.
struct TableDecoder: SourceDecoder {
    let format: String
    let traits = LoaderTraits(readsImages: false)
}
