package import ZigguratCore
package import ZigguratSystem

/// How to read the pixels of a source. Computed from the header of the source before reading.
package struct DecodePlan: Hashable, Sendable, Codable {
    package let settings: DecodePlan.Settings
    /// The part of the image that is read, in stored pixels; `nil` for the whole image.
    package let storedRegion: PixelRegion?
    /// The size to which the part is reduced, before the image is turned; `nil` keeps the size.
    package let reducedSize: PixelSize?
    /// How the image is turned: first as Exif states, then as the request asks.
    package let orientation: Orientation
    /// The size of the result.
    package let size: PixelSize
    /// The width of the part that is read, in stored pixels.
    package let readWidth: Int

    /// - Parameters:
    ///   - storedSize: the size of the image in the file, at these settings.
    ///   - fullSize: the size at full resolution, if a smaller level is read.
    ///   - bytesPerPixel: bytes per pixel of the stored image.
    /// - Throws: ``SourceError/cropOutside(_:of:)``.
    package init(
        _ request: SourceRequest, _ settings: DecodePlan.Settings, storedSize: PixelSize,
        fullSize: PixelSize? = nil, exifOrientation: Int, bytesPerPixel: Int
    ) throws(ZigguratError) {
        self.settings = settings
        orientation = Orientation(exif: exifOrientation).followed(by: Orientation(request.rotation))
        let fullSize = fullSize ?? storedSize
        var size = orientation.turned(fullSize)
        if let crop = request.crop {
            guard crop.isWithin(size) else {
                throw ZigguratError(SourceError.cropOutside(crop, of: size))
            }
            storedRegion = orientation.stored(crop, in: fullSize)
                .scaled(from: fullSize, to: storedSize)
            size = crop.size
        } else {
            storedRegion = nil
        }
        let readSize = storedRegion?.size ?? storedSize
        readWidth = readSize.width
        self.size = Self.reduced(size, request, bytesPerPixel: bytesPerPixel)
        let target = orientation.turned(self.size)
        reducedSize = target == readSize ? nil : target
    }

    /// Whether stored pixels of the first page are used one to one; their colour and orientation may
    /// change.
    package var isFullSize: Bool { isFullSize(ofAnyPage: false) }

    /// Whether stored pixels are used one to one; their colour and orientation may change.
    ///
    /// - Parameter readsPages: `false` requires the first page.
    package func isFullSize(ofAnyPage readsPages: Bool) -> Bool {
        reducedSize == nil && settings.isOrdinary && (readsPages || (settings.page ?? 0) == 0)
    }

    /// Whether all stored pixels of the first page are used one to one.
    package var isWhole: Bool { storedRegion == nil && isFullSize }

    /// The size, in bytes, of the temporary file that is needed to turn the image; 0 if no file is
    /// needed.
    ///
    /// - Parameter bytesPerPixel: bytes per pixel of the result.
    package func temporaryBytes(bytesPerPixel: Int) -> Int {
        let byteCount = size.pixelCount * bytesPerPixel
        return orientation.keepsRowOrder || byteCount <= RowSpool.memoryLimit ? 0 : byteCount
    }

    /// The size after the reductions that a request asks for.
    package static func reduced(
        _ size: PixelSize, _ request: SourceRequest, bytesPerPixel: Int
    ) -> PixelSize {
        var target = size
        if let fit = request.fit { target = target.fitted(into: fit) }
        if let limit = request.megabyteLimit {
            let pixels = limit * 1_000_000 / Double(bytesPerPixel)
            let area = Double(target.width) * Double(target.height)
            if area > pixels {
                // Each side shrinks by the square root of the factor. If one side cannot, because
                // it has one pixel, the other side shrinks more.
                let factor = (pixels / area).squareRoot()
                let width = max(1, Int(Double(target.width) * factor))
                let height = max(1, Int(Double(target.height) * factor))
                target = PixelSize(
                    width: height == 1 ? max(1, min(width, Int(pixels))) : width,
                    height: width == 1 ? max(1, min(height, Int(pixels))) : height)
            }
        }
        return target
    }
}

extension PixelSize {
    /// The largest size with this aspect ratio that fits into a box; never larger than this size.
    func fitted(into box: PixelSize) -> PixelSize {
        let factor = min(
            1, Double(box.width) / Double(width), Double(box.height) / Double(height))
        return PixelSize(
            width: min(box.width, max(1, Int((Double(width) * factor).rounded()))),
            height: min(box.height, max(1, Int((Double(height) * factor).rounded()))))
    }
}

extension PixelRegion {
    package func isWithin(_ size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && x <= size.width - width
            && y <= size.height - height
    }

    /// Converts the region for another size of the image, in whole pixels. Each edge moves by at
    /// most half a pixel.
    ///
    /// - Precondition: The region is within the image.
    fileprivate func scaled(from whole: PixelSize, to size: PixelSize) -> PixelRegion {
        let columns = Self.scaled(x..<maxX, from: whole.width, to: size.width)
        let rows = Self.scaled(y..<maxY, from: whole.height, to: size.height)
        return PixelRegion(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    private static func scaled(_ range: Range<Int>, from whole: Int, to size: Int) -> Range<Int> {
        let (low, high) = (
            (2 * range.lowerBound * size + whole) / (2 * whole),
            (2 * range.upperBound * size + whole) / (2 * whole)
        )
        let start = min(low, size - 1)
        return start..<max(high, start + 1)
    }
}

extension DecodePlan {
    /// The settings of a libvips loader.
    package struct Settings: Hashable, Sendable, Codable {
        /// The index of the page or frame, from 0; `nil` for the loader's default.
        package var page: Int?
        /// The resolution at which PDF and SVG are drawn, in dots per inch.
        package var dotsPerInch: Double?
        /// The unit of the coordinates of a page, in 1/72 inch; `nil` is 1.
        package var unit: Double?
        /// The level of the pyramid in the file, where 0 is full resolution; `nil` is 0.
        package var level: Int?
        /// The option of libvips' loader that selects the level.
        package var levelOption = LevelOption.level
        /// The associated image that is read instead of the slide.
        package var associatedImage: String?
        /// Whether the image is shown without alpha, because alpha is 0 everywhere.
        package var ignoresAlpha = false
        package var allowsUntrusted = false
        package var allowsImageMagick = false
        package var allowsDamaged = false

        package init(
            page: Int? = nil, dotsPerInch: Double? = nil, unit: Double? = nil, level: Int? = nil,
            levelOption: LevelOption = LevelOption.level, associatedImage: String? = nil,
            ignoresAlpha: Bool = false, allowsUntrusted: Bool = false,
            allowsImageMagick: Bool = false,
            allowsDamaged: Bool = false
        ) {
            self.page = page
            self.dotsPerInch = dotsPerInch
            self.unit = unit
            self.level = level
            self.levelOption = levelOption
            self.associatedImage = associatedImage
            self.ignoresAlpha = ignoresAlpha
            self.allowsUntrusted = allowsUntrusted
            self.allowsImageMagick = allowsImageMagick
            self.allowsDamaged = allowsDamaged
        }

        package enum LevelOption: String, Hashable, Sendable, Codable {
            case level, page, subifd
            /// A factor by which JPEGs are reduced.
            case shrink
        }

        /// Whether the settings select no level, density or associated image, and do not allow
        /// damaged files. The settings may select a page.
        var isOrdinary: Bool {
            dotsPerInch == nil && level == nil && associatedImage == nil
                && !allowsDamaged
        }
    }
}
