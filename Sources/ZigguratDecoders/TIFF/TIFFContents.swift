internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The images of a TIFF file, divided into pages, and the masks and smaller levels of each page.
///
/// Masks and levels follow their page, or the SubIFDs tag of the page lists them. Some files do not
/// state the role of a directory. If each page of a file without roles is half as large as the
/// previous page, the pages are levels of one image.
///
/// Source: TIFF 6.0, section 8, NewSubfileType, SubfileType and PhotometricInterpretation; TIFF
/// Technical Note 1 (SubIFDs); OGC 21-026 (Cloud Optimized GeoTIFF).
package struct TIFFContents {
    /// The role of a directory, as the directory states it.
    enum Role {
        /// An image, or one of several pages.
        case image, page
        /// A smaller copy of another image.
        case reduction
        /// The transparency mask of another image, in the size of that image.
        case mask
    }

    /// An image in a directory.
    struct Image {
        let role: Role
        package let size: PixelSize
        /// The offset of the directory in the file.
        package let offset: Int
        fileprivate let lower: [Int]

        /// The maximum number of images that the SubIFDs tag of an image lists. Further images are
        /// ignored.
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

        /// Whether the image is half as large as another image, rounded up or down.
        fileprivate func isHalf(of other: Image) -> Bool {
            abs(size.width - other.size.width / 2) <= 1
                && abs(size.height - other.size.height / 2) <= 1
        }
    }

    /// A smaller level of a page. `number` is its index among all directories, or among the SubIFDs
    /// of the page.
    struct Level {
        let option: DecodePlan.Settings.LevelOption
        package let number: Int
        fileprivate let image: Image

        package var size: PixelSize { image.size }
    }

    /// A page with its masks and levels.
    struct Page {
        /// The index of the page's directory, from 0.
        package let number: Int
        fileprivate let image: Image
        fileprivate var masks: [Image] = []
        fileprivate(set) var levels: [Level] = []
    }

    /// The images of the main list of directories, without SubIFDs.
    let images: [Image]
    let pages: [Page]
    /// Whether the file states that all its main images are smaller copies of other images.
    let isPreview: Bool
    /// Whether the main list of directories continues past the end of the file, so that pages are
    /// missing.
    let isTruncated: Bool

    private static let maximumImages = Int(UInt16.max)
    /// The maximum number of images of a file that libvips reads. libvips reads the directories of
    /// all images, and needs more than a minute for a million directories.
    static let maximumForVips = 10_000
    /// The maximum number of directory entries that are read. The directories of a damaged file may
    /// overlap.
    private static let maximumEntries = 1 << 22

    /// - Returns: `nil` if the first directory cannot be read.
    init?(_ file: SourceFile) {
        var images: [Image] = []
        var known: Set<Int> = []
        var entryCount = 0
        var next = TIFFDirectory(file)
        guard let first = next else { return nil }
        var last = first
        while let directory = next, images.count < Self.maximumImages,
            entryCount < Self.maximumEntries, known.insert(directory.offset).inserted
        {
            entryCount += directory.entryCount
            images.append(Image(directory))
            last = directory
            next = directory.following
        }
        self.images = images
        isTruncated = last.next != 0 && last.following == nil
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

    /// Assigns each mask and each level to the page before it. Images before the first page belong
    /// to the first page.
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

    /// Joins the pages to one page if they are levels of the first page.
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

    /// Finds the image that settings select, and the mask of the image.
    ///
    /// - Returns: `nil` if the file does not have the image.
    package func place(_ settings: DecodePlan.Settings) -> TIFFPlace? {
        let number = settings.page ?? 0
        guard let page = pages.first(where: { $0.number == number }) else {
            return images.indices.contains(number) ? TIFFPlace(offset: images[number].offset) : nil
        }
        guard let level = settings.level else { return page.place(of: page.image) }
        return page.levels.first { $0.option == settings.levelOption && $0.number == level }
            .map { page.place(of: $0.image) }
    }
}

/// The places of an image and of its transparency mask in a TIFF file.
package struct TIFFPlace: Hashable, Sendable {
    /// The offset of the image's directory in the file; `nil` for the first directory.
    package var offset: Int?
    /// The offset of the mask's directory in the file; `nil` without a mask.
    var mask: Int?
}

extension TIFFContents.Page {
    fileprivate mutating func add(
        _ other: TIFFContents.Image, _ option: DecodePlan.Settings.LevelOption, _ number: Int
    ) {
        if other.role == .mask {
            masks.append(other)
        } else {
            levels.append(TIFFContents.Level(option: option, number: number, image: other))
        }
    }

    /// Returns the place of an image of the page, and of the mask with the size of the image.
    fileprivate func place(of image: TIFFContents.Image) -> TIFFPlace {
        TIFFPlace(offset: image.offset, mask: masks.first { $0.size == image.size }?.offset)
    }
}

extension TIFFContents.Role {
    /// Reads the role from the bits of NewSubfileType, or the number of SubfileType.
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
