internal import ZigguratCore

/// The properties of a slide, by the names that OpenSlide gives them.
extension VipsImage {
    /// The names of a slide's associated images.
    var associatedImages: [String] {
        (text("slide-associated-images") ?? "").split(separator: ",").map { name in
            String(name.drop { $0 == " " })
        }
    }

    /// The same; `nil` without any.
    var furtherImages: [String]? { associatedImages.isEmpty ? nil : associatedImages }

    /// The micrometres that a pixel of full resolution covers; `nil` if the slide does not say it.
    var slideMicronsPerPixel: Double? {
        text("openslide.mpp-x").flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// The colour where the scanner recorded nothing; `nil` if the slide does not say it.
    var slideBackground: RGBColor? {
        text("openslide.background-color").flatMap { RGBColor(hex: $0) }
    }

    /// The smaller levels of a slide, from level 1 on: 0 is full resolution.
    var slideLevels: [PixelSize] {
        var levels: [PixelSize] = []
        while let width = number("openslide.level[\(levels.count + 1)].width"),
            let height = number("openslide.level[\(levels.count + 1)].height")
        {
            levels.append(PixelSize(width: width, height: height))
        }
        return levels
    }

    private func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
