package import ZigguratCore
internal import ZigguratSystem

/// An error of a libvips loader in reading an image.
package enum LoaderError {
    /// Only the first `colours` bands are colours. At most one other band, `alpha`, is alpha.
    case surplusBands(colours: Int, alpha: Int?)
    /// The samples are signed grey, and the least value is white.
    case whiteIsZero
    /// The pixels are incorrect, so the image is rejected.
    case unsupported(SourceError)
}

/// The properties of a format and its decoder, with the usual values as defaults.
package struct DecoderTraits: Sendable {
    /// Whether the loader runs in a separate process, if one is available: a hostile file may crash
    /// it.
    package var isIsolated = true
    /// Whether the decoder always reads through libvips.
    package var needsVips = true
    /// Whether the decoder opens every file of its format without libvips.
    package var readsAll = false
    /// Whether the decoder reads any page without libvips.
    package var readsPages = false
    /// Whether an image consists of other image files. Those files cannot have a composite format.
    package var isComposite = false
    /// Whether files of the format refer to other files. Files that do so have an extension of the
    /// format.
    package var hasFurtherFiles = false
    /// Whether the format is an image format. libvips also reads tables of numbers.
    package var readsImages = true
    /// The memory that the library reserves and does not use, in bytes per pixel.
    package var reservedBytesPerPixel = 0
    /// The processor time to decode a megapixel, in seconds; see `Benchmarks/shards costs`.
    package var secondsPerMegapixel = 0.016
    /// Whether the decoder delivers the other pixels of a damaged file, if damaged files are
    /// allowed.
    package var fillsDamage = true

    package init(
        isIsolated: Bool = true, needsVips: Bool = true, readsAll: Bool = false,
        readsPages: Bool = false, isComposite: Bool = false, hasFurtherFiles: Bool = false,
        readsImages: Bool = true, reservedBytesPerPixel: Int = 0,
        secondsPerMegapixel: Double = 0.016, fillsDamage: Bool = true
    ) {
        self.isIsolated = isIsolated
        self.needsVips = needsVips
        self.readsAll = readsAll
        self.readsPages = readsPages
        self.isComposite = isComposite
        self.hasFurtherFiles = hasFurtherFiles
        self.readsImages = readsImages
        self.reservedBytesPerPixel = reservedBytesPerPixel
        self.secondsPerMegapixel = secondsPerMegapixel
        self.fillsDamage = fillsDamage
    }
}

/// The properties of images from libvips' loader, with the usual values as defaults.
package struct LoaderTraits: Sendable {
    /// Whether the alpha that the loader returns is part of the image.
    package var hasAlpha = true
    /// The alpha of opaque pixels, if the loader returns floating-point colours multiplied by
    /// alpha.
    package var premultipliedOpacity: Double?
    /// Whether each warning of the loader about pixels means that some pixels are missing or
    /// invented.
    package var warningsAreDamage = false
    /// Whether the resolution that a file states was measured.
    package var statesScanResolution = false
    /// The default resolution of a drawn format, in dots per inch; `nil` if the format is not
    /// drawn.
    package var defaultDensity: Double?
    /// Whether images of the format have a size on paper, and so a scale.
    package var hasPaperSize = false
    /// Whether the decoder reads whole slides.
    package var readsSlides = false

    package init(
        hasAlpha: Bool = true, premultipliedOpacity: Double? = nil,
        warningsAreDamage: Bool = false, statesScanResolution: Bool = false,
        defaultDensity: Double? = nil, hasPaperSize: Bool = false, readsSlides: Bool = false
    ) {
        self.hasAlpha = hasAlpha
        self.premultipliedOpacity = premultipliedOpacity
        self.warningsAreDamage = warningsAreDamage
        self.statesScanResolution = statesScanResolution
        self.defaultDensity = defaultDensity
        self.hasPaperSize = hasPaperSize
        self.readsSlides = readsSlides
    }
}

/// The properties of an image that determine how many bytes its decoder holds in memory.
package struct MemoryQuestion {
    package let size: PixelSize
    package let bands: Int
    package let bytesPerSample: Int
    package let isInterlaced: Bool
    package let file: SourceFile
    /// Whether the compression is lossless, for decoders whose memory depends on it; `nil` if
    /// unknown.
    package var isLossless: Bool?
    /// Whether the decoder, and not libvips, reads the pixels for this request.
    package var isReadDirectly = true
    /// The level of the pyramid that is read, where 0 is full resolution.
    package var level = 0

    package init(
        size: PixelSize, bands: Int, bytesPerSample: Int, isInterlaced: Bool, file: SourceFile,
        isLossless: Bool? = nil, isReadDirectly: Bool = true, level: Int = 0
    ) {
        self.size = size
        self.bands = bands
        self.bytesPerSample = bytesPerSample
        self.isInterlaced = isInterlaced
        self.file = file
        self.isLossless = isLossless
        self.isReadDirectly = isReadDirectly
        self.level = level
    }

    package var pixelCount: Int { size.pixelCount }
    /// The size of the decoded image in bytes.
    package var byteCount: Int { pixelCount * bands * bytesPerSample }

    /// The measured memory of a drawing, in bytes. libvips renders large RGBA squares and holds two
    /// rows of squares. The renderer takes a tenth more.
    package func drawnBytes(squareSide: Int) -> Int {
        44 * size.width * Swift.min(size.height, 2 * squareSide) / 10
    }
}

/// The memory that a decoder takes for an image that it reads itself, besides rows.
package struct DirectMemory {
    /// The height of the chunks that threads decode in parallel; `nil` if one thread reads rows.
    package var chunkHeight: Int?
    /// The number of parts of a chunk.
    package var chunkParts = 1
    /// The bytes that each decoding thread holds.
    package var threadBytes = 0
    /// The maximum number of decoding threads.
    package var mostThreads = Int.max
    /// The smallest number of threads that read chunks. Fewer threads, and readers of a region, read
    /// rows on one thread without this memory.
    package var fewestThreads = 1
    /// The bytes of a pixel before its conversion; `nil` means the bytes in the file.
    package var pixelBytes: Int?

    package init(
        chunkHeight: Int? = nil, chunkParts: Int = 1, threadBytes: Int = 0,
        mostThreads: Int = Int.max, fewestThreads: Int = 1, pixelBytes: Int? = nil
    ) {
        self.chunkHeight = chunkHeight
        self.chunkParts = chunkParts
        self.threadBytes = threadBytes
        self.mostThreads = mostThreads
        self.fewestThreads = fewestThreads
        self.pixelBytes = pixelBytes
    }

    /// Returns the chunks that threads read; `nil` if one thread reads rows.
    package func chunks(threadCount: Int) -> BlockChunks? {
        chunkHeight.map {
            let atOnce = fewestThreads > 1 ? min(threadCount, mostThreads) : 1
            return BlockChunks(height: $0, parts: 1, atOnce: atOnce)
        }
    }
}
