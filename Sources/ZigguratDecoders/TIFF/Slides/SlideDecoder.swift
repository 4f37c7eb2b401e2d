internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The decoder of whole slides. libtiff reads Aperio slides, and OpenSlide reads other slides, on
/// all threads. If the request changes the size or the orientation, libvips reads the slide. Alpha
/// is ignored: it only marks areas that the scanner did not record, and these areas get the
/// background colour of the slide.
package struct SlideDecoder: SourceDecoder {
    package init() {}

    package let format = "openslide"
    package let extensions = ["svs", "ndpi"]
    package let traits = LoaderTraits(hasAlpha: false, readsSlides: true, beginsAtAnyRow: true)

    /// The side of regions in pixels, a multiple of the parts of ``SlideSource``. Smaller regions
    /// take less time to decode than a process takes to start.
    private static let cell = 2048

    /// Reads the header of an Aperio slide without OpenSlide. libvips reads slides of other makers,
    /// because their first bytes do not identify them.
    ///
    /// - Returns: `nil` for any other TIFF file, and if the request changes the image.
    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard trust.readsUntrusted, StoredHeader.supports(request, trust),
            request.rotation == .none, request.sampleBits == 8,
            let slide = AperioSlide(path: file.path), !slide.hasProfile,
            slide.tiles.size.pixelCount <= trust.pixelLimit
        else { return nil }
        let settings = DecoderSettings(page: request.page.map { $0 - 1 }, allowsUntrusted: true)
        let plan = try? DecodePlan(
            request, settings, storedSize: slide.tiles.size, exifOrientation: 1, bytesPerPixel: 3)
        guard let plan, plan.isWhole else { return nil }
        var header = SourceHeader(format: format, size: plan.size, bands: 3, hasAlpha: false)
        header.micronsPerPixel = slide.micronsPerPixel
        header.associatedImages = slide.associatedImages
        return (header, plan)
    }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard plan.isFullSize, plan.orientation == .upright, target.sampleBytes == 1 else {
            return nil
        }
        func holds(_ size: PixelSize) -> Bool {
            plan.storedRegion.map { $0.isWithin(size) } ?? (size == plan.size)
        }
        if let slide = AperioSlide(path: path, target), holds(slide.tiles.size) {
            return .blocks(plan.storedRegion.map(slide.tiles.limited) ?? slide.tiles)
        }
        guard !target.appliesProfile, let slide = SlideFile(path: path), holds(slide.size)
        else { return nil }
        return .blocks(SlideSource(slide, plan.storedRegion))
    }

    /// The levels that the scanner recorded.
    package func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings,
        open: (DecoderSettings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        zip(1..., image.slideLevels).map { number, size in
            var settings = settings
            settings.level = number
            return StoredLevel(settings: settings, size: size)
        }
    }

    /// A slide with a profile is read as a whole, because libvips converts its colours.
    package func regionAccess(_ path: String, _ header: SourceHeader) -> RegionAccess {
        header.hasProfile ? .none : .cells(PixelSize(square: Self.cell))
    }

    /// The maximum size of OpenSlide's cache of decoded tiles in RGBA.
    package func heldBytes(of image: StoredImage) -> Int? { min(4 * image.pixelCount, 32 << 20) }
}
