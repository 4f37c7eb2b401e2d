internal import ZigguratCore
internal import ZigguratSystem

/// The images of a TIFF: which directories are pages, and which are masks or smaller levels of a page.
///
/// Masks and levels follow their page, or the tag SubIFDs of the page lists them. Of files that do not
/// state what a directory is, pages of which each is half as large as the one before are levels of
/// one image.
///
/// Source: TIFF 6.0, section 8, NewSubfileType, SubfileType and PhotometricInterpretation; TIFF
/// Technical Note 1 (SubIFDs); OGC 21-026 (Cloud Optimized GeoTIFF).
struct TIFFContents {
    /// What a directory states that it is.
    enum Role {
        /// An image, or one page of several.
        case image, page
        /// A smaller copy of another image.
        case reduction
        /// The transparency mask of an image of the same size.
        case mask
    }

    /// A directory.
    struct Image {
        let role: Role
        let size: PixelSize
        /// The place of the directory in the file.
        let offset: Int
        fileprivate let lower: [Int]

        /// More images below another one are not looked at.
        private static let maximumLower = 64

        fileprivate init(_ directory: TIFFDirectory) {
            role = Role(directory)
            func side(_ tag: Int) -> Int {
                min(max(0, directory.number(tag) ?? 0), Int(UInt32.max))
            }
            size = PixelSize(width: side(256), height: side(257))
            offset = directory.offset
            lower = directory.numbers(330, atMost: Self.maximumLower)
        }

        /// Whether the image is half as large as another one, rounded up or down.
        fileprivate func isHalf(of other: Image) -> Bool {
            abs(size.width - other.size.width / 2) <= 1
                && abs(size.height - other.size.height / 2) <= 1
        }
    }

    /// A smaller level of a page: its number among all directories, or among those below the page.
    struct Level {
        let option: DecoderSettings.LevelOption
        let number: Int
        fileprivate let image: Image

        var size: PixelSize { image.size }
    }

    /// A page.
    struct Page {
        /// The number of its directory, from 0.
        let number: Int
        fileprivate let image: Image
        fileprivate var masks: [Image] = []
        fileprivate(set) var levels: [Level] = []
    }

    /// The directories, without those below another one.
    let images: [Image]
    let pages: [Page]
    /// Whether all images are stated to be smaller copies of others, which are elsewhere.
    let isPreview: Bool

    private static let maximumImages = Int(UInt16.max)
    /// The directories of a broken file may overlap: no more entries than this are looked at.
    private static let maximumEntries = 1 << 22

    /// - Returns: `nil` if the first directory cannot be read.
    init?(_ file: SourceFile) {
        var images: [Image] = []
        var known: Set<Int> = []
        var entryCount = 0
        var next = TIFFDirectory(file)
        guard let first = next else { return nil }
        while let directory = next, images.count < Self.maximumImages,
            entryCount < Self.maximumEntries, known.insert(directory.offset).inserted
        {
            entryCount += directory.entryCount
            images.append(Image(directory))
            next = directory.following
        }
        self.images = images
        var pages = Self.pages(images)
        isPreview =
            pages.isEmpty && images[0].role == .reduction
            && (images.count > 1 || !images[0].lower.isEmpty)
        if pages.isEmpty {
            let shown = images.indices.filter { images[$0].role != .mask }
            pages = (shown.isEmpty ? Array(images.indices) : shown)
                .map { Page(number: $0, image: images[$0]) }
        }
        for index in pages.indices {
            for (number, offset) in pages[index].image.lower.enumerated() {
                guard entryCount < Self.maximumEntries,
                    let directory = first.directory(at: offset)
                else { continue }
                entryCount += directory.entryCount
                pages[index].add(Image(directory), .subifd, number)
            }
        }
        self.pages = Self.joined(pages)
    }

    /// The pages with the images that follow them. Images in front of the first page belong to it.
    private static func pages(_ images: [Image]) -> [Page] {
        var pages: [Page] = []
        var leading: [(number: Int, image: Image)] = []
        for (number, image) in images.enumerated() {
            switch image.role {
            case .image, .page:
                pages.append(Page(number: number, image: image))
                for other in leading { pages[0].add(other.image, .page, other.number) }
                leading = []
            case _ where pages.isEmpty: leading.append((number, image))
            default: pages[pages.count - 1].add(image, .page, number)
            }
        }
        return pages
    }

    /// One page in place of pages that are levels of the first one.
    private static func joined(_ pages: [Page]) -> [Page] {
        let isOneImage = zip(pages, pages.dropFirst()).allSatisfy { page, next in
            next.image.role == .image && next.image.isHalf(of: page.image)
        }
        guard isOneImage, var first = pages.first else { return pages }
        for page in pages.dropFirst() {
            first.levels += [Level(option: .page, number: page.number, image: page.image)]
            first.levels += page.levels
            first.masks += page.masks
        }
        return [first]
    }

    /// The image that settings select, and its mask.
    ///
    /// - Returns: `nil` if the file has no such image.
    func place(_ settings: DecoderSettings) -> TIFFPlace? {
        let number = settings.page ?? 0
        guard let page = pages.first(where: { $0.number == number }) else {
            return images.indices.contains(number) ? TIFFPlace(offset: images[number].offset) : nil
        }
        guard let level = settings.level else { return page.place(of: page.image) }
        return page.levels.first { $0.option == settings.levelOption && $0.number == level }
            .map { page.place(of: $0.image) }
    }
}

/// Where an image is in a TIFF, and its transparency mask.
struct TIFFPlace: Hashable, Sendable {
    /// The place of its directory in the file; `nil` is the first directory.
    var offset: Int?
    /// The place of the directory of its mask; `nil` without one.
    var mask: Int?
}

extension TIFFContents.Page {
    fileprivate mutating func add(
        _ other: TIFFContents.Image, _ option: DecoderSettings.LevelOption, _ number: Int
    ) {
        if other.role == .mask {
            masks.append(other)
        } else {
            levels.append(TIFFContents.Level(option: option, number: number, image: other))
        }
    }

    /// An image of the page, with the mask of its size.
    fileprivate func place(of image: TIFFContents.Image) -> TIFFPlace {
        TIFFPlace(offset: image.offset, mask: masks.first { $0.size == image.size }?.offset)
    }
}

extension TIFFContents.Role {
    /// What a directory states that it is: the bits of NewSubfileType, or the number of SubfileType.
    fileprivate init(_ directory: TIFFDirectory) {
        let kind =
            directory.number(254) ?? [2: 1, 3: 2][directory.number(255) ?? 0] ?? 0
        self =
            if kind & 4 != 0 || directory.number(262) == 4 {
                .mask
            } else if kind & 1 != 0 {
                .reduction
            } else {
                kind & 2 != 0 ? .page : .image
            }
    }
}
