internal import CImageFormats
internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The decoder of whole slides. libtiff reads Aperio slides, and OpenSlide reads other slides, on
/// all threads. If the request changes the size or the orientation, libvips reads the slide. Alpha
/// is ignored: it only marks areas that the scanner did not record, and these areas get the
/// background colour of the slide.
package struct SlideDecoder: SourceDecoder {
    package init() {}

    package let format = "openslide"
    package let extensions = ["svs", "ndpi"]

    package func open(_ file: SourceFile) -> any OpenedImage { SlideImage(file) }
}

/// An open slide.
final class SlideImage: OpenedImage {
    let file: SourceFile
    let loader = LoaderTraits(hasAlpha: false, readsSlides: true)

    init(_ file: SourceFile) { self.file = file }

    /// The side of regions in pixels, a multiple of the parts of ``SlideSource``. Smaller regions
    /// take less time to decode than a process takes to start.
    private static let cell = 2048

    /// Whether the end of a slide that is a TIFF file is missing. Other slides do not tell it.
    var isTruncated: Bool {
        TIFFDecoder().recognises(file.bytes(16, at: 0)) && TIFFImage(file).isTruncated
    }

    var beginsAtAnyRow: Bool { true }

    /// Reads the header of an Aperio slide without OpenSlide. libvips reads slides of other makers,
    /// because their first bytes do not identify them.
    ///
    /// - Returns: `nil` for any other TIFF file, and if the request changes the image.
    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard trust.readsUntrusted, StoredHeader.supports(request, trust),
            request.rotation == .none, request.sampleBits == 8,
            let slide = AperioSlide(file), !slide.hasProfile,
            slide.tiles.size.pixelCount <= trust.pixelLimit
        else { return nil }
        let settings = DecodePlan.Settings(page: request.page.map { $0 - 1 }, allowsUntrusted: true)
        let plan = try? DecodePlan(
            request, settings, storedSize: slide.tiles.size, exifOrientation: 1, bytesPerPixel: 3)
        guard let plan, plan.isWhole else { return nil }
        var header = SourceHeader(
            format: SlideDecoder().format, size: plan.size, bands: 3, hasAlpha: false)
        header.micronsPerPixel = slide.micronsPerPixel
        header.associatedImages = slide.associatedImages
        return (header, plan)
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard plan.isFullSize, plan.orientation == .upright, target.sampleBytes == 1 else {
            return nil
        }
        func holds(_ size: PixelSize) -> Bool {
            plan.storedRegion.map { $0.isWithin(size) } ?? (size == plan.size)
        }
        if let slide = AperioSlide(file, target), holds(slide.tiles.size) {
            return .blocks(plan.storedRegion.map(slide.tiles.limited) ?? slide.tiles)
        }
        guard !target.appliesProfile, let slide = SlideFile(path: file.path), holds(slide.size)
        else { return nil }
        return .blocks(SlideSource(slide, plan.storedRegion))
    }

    /// The levels that the scanner recorded.
    func levels(
        of image: VipsImage, _ settings: DecodePlan.Settings,
        open: (DecodePlan.Settings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        zip(1..., image.slideLevels).map { number, size in
            var settings = settings
            settings.level = number
            return StoredLevel(settings: settings, size: size)
        }
    }

    /// A slide with a profile is read as a whole, because libvips converts its colours.
    func regionAccess(_ header: SourceHeader) -> RegionAccess {
        header.hasProfile ? .none : .cells(PixelSize(square: Self.cell))
    }

    /// The maximum size of OpenSlide's cache of decoded tiles in RGBA.
    func heldBytes(of image: MemoryQuestion) -> Int? { min(4 * image.pixelCount, 32 << 20) }
}

/// An Aperio slide whose full resolution libtiff reads, and its properties.
///
/// Tiled directories are levels. The other directories are associated images: the second directory
/// of the file is the thumbnail, and in further directories the second line of the description
/// contains the name. The description of the first directory ends with properties: `|AppMag =
/// 20|MPP = 0.5`.
///
/// Source: OpenSlide, Aperio format (https://openslide.org/formats/aperio/).
struct AperioSlide {
    /// The pixels at full resolution.
    package let tiles: TIFFSource
    /// The micrometres that a pixel covers; `nil` if the slide does not state it.
    let micronsPerPixel: Double?
    /// The names of the associated images in alphabetical order; `nil` without associated images.
    package let associatedImages: [String]?
    let hasProfile: Bool

    /// The beginning of the description of each directory.
    private static let mark = "Aperio"
    /// The maximum number of directories. A damaged file may have any number of directories.
    private static let maximumDirectories = 100

    /// - Returns: `nil` for other files, and for slides that OpenSlide has to read: with JPEG 2000,
    ///   with missing tiles, or with pixels other than 8-bit RGB.
    init?(_ source: SourceFile, _ target: ReadingTarget = ReadingTarget()) {
        guard let file = try? TIFFHandle(source), file.imageDescription.hasPrefix(Self.mark),
            file.isTiled, file.isComplete,
            let images = TIFFContents(source)?.images,
            images.count <= Self.maximumDirectories, let image = file.describe(),
            let tiles = try? TIFFSource(source, target: target),
            tiles.image.unpacking.pixels == StoredPixels(colours: .rgb),
            tiles.image.unpacking.storesPixels
        else { return nil }
        self.tiles = tiles
        hasProfile = image.profile != nil
        micronsPerPixel = Self.micronsPerPixel(file.imageDescription)
        let names = Self.associatedImages(file, images)
        associatedImages = names.isEmpty ? nil : names
    }

    private static func micronsPerPixel(_ description: String) -> Double? {
        let values = description.split(separator: "|").dropFirst().compactMap { property in
            let parts = property.split(separator: "=", maxSplits: 1)
                .map { $0.filter { !$0.isWhitespace } }
            return parts.count == 2 && parts[0] == "MPP" ? parts[1] : nil
        }
        // Some scanners write a decimal comma.
        return values.last
            .flatMap { Double(String($0.map { $0 == "," ? "." : $0 })) }
            .flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Returns the names of the associated images. Selects other directories of the file.
    private static func associatedImages(
        _ file: borrowing TIFFHandle, _ images: [TIFFContents.Image]
    ) -> [String] {
        var names: Set<String> = []
        for (number, image) in images.enumerated().dropFirst()
        where file.select(image.offset) && !file.isTiled {
            if number == 1 {
                names.insert("thumbnail")
            } else if let name = associatedImage(file.imageDescription) {
                names.insert(name)
            }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the first word of the second line of a description, such as `label 200x157`.
    private static func associatedImage(_ description: String) -> String? {
        let lines = description.utf8.split(
            maxSplits: 2, omittingEmptySubsequences: false
        ) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard lines.count > 1 else { return nil }
        let name = lines[1].prefix { $0 != UInt8(ascii: " ") }
        return name.isEmpty ? nil : String(Substring(name))
    }
}
