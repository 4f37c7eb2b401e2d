internal import ZigguratCore
internal import ZigguratSystem

/// How a picture is brought from its file to the rows that were asked for: worked out from the
/// header, carried out when the pixels are read.
struct ReadingRecipe: Hashable, Sendable {
    /// What libvips' loader is told.
    var loading: LoadingOptions
    /// Whether something of the file is missing, which is then filled.
    let isFilled: Bool
    /// The part that is read, in pixels of the file; `nil` is all.
    let storedRegion: PixelRegion?
    /// The size that it is reduced to, still lying as in the file; `nil` leaves it as it is.
    let reducedSize: PixelSize?
    /// How the picture is turned at last: as Exif says, and as was asked for.
    let orientation: Orientation
    /// The size as it is seen, in the end.
    let size: PixelSize

    /// - Parameters:
    ///   - storedSize: the size of the picture in the file, at the loading options.
    ///   - bytesPerPixel: of the picture as it is stored.
    /// - Throws: ``ZigguratError`` where the crop does not lie within the picture.
    init(
        _ request: SourceRequest, loading: LoadingOptions, storedSize: PixelSize,
        exifOrientation: Int, bytesPerPixel: Int, isFilled: Bool = false
    ) throws(ZigguratError) {
        self.loading = loading
        self.isFilled = isFilled
        orientation = Orientation(exif: exifOrientation).followed(by: Orientation(request.rotation))
        let uprightSize = orientation.turned(storedSize)
        var size = uprightSize
        if let crop = request.crop {
            guard crop.isWithin(uprightSize) else {
                throw ZigguratError(
                    .invalidOptions, "",
                    "the part \(crop) does not lie within its \(uprightSize) pixels",
                    remedy: "choose another one with --crop X,Y,W,H")
            }
            storedRegion = orientation.stored(crop, in: storedSize)
            size = crop.size
        } else {
            storedRegion = nil
        }
        let target = Self.reduced(size, request, bytesPerPixel: bytesPerPixel)
        reducedSize = target == size ? nil : orientation.turned(target)
        self.size = target
    }

    /// Whether the file's pixels are used as they are, but for colour and turning.
    var isWhole: Bool { storedRegion == nil && reducedSize == nil && loading.isOrdinary }

    /// The size that a picture comes to where it has to be smaller.
    static func reduced(
        _ size: PixelSize, _ request: SourceRequest, bytesPerPixel: Int
    ) -> PixelSize {
        var target = size
        if let fit = request.fit { target = target.fitted(into: fit) }
        if let limit = request.megabyteLimit {
            let pixels = limit * 1_000_000 / Double(bytesPerPixel)
            let area = Double(target.width) * Double(target.height)
            if area > pixels {
                // An area: each side shrinks by the root of what is too much, but a side of one
                // pixel leaves it to the other.
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
    /// The largest size of the same shape that a box holds; never larger than this one.
    func fitted(into box: PixelSize) -> PixelSize {
        let factor = min(
            1, Double(box.width) / Double(width), Double(box.height) / Double(height))
        return PixelSize(
            width: min(box.width, max(1, Int((Double(width) * factor).rounded()))),
            height: min(box.height, max(1, Int((Double(height) * factor).rounded()))))
    }
}

extension PixelRegion {
    fileprivate func isWithin(_ size: PixelSize) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && x <= size.width - width
            && y <= size.height - height
    }
}
