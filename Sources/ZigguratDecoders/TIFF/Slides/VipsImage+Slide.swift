internal import ZigguratCore
package import ZigguratImaging

/// The properties of a slide, which OpenSlide names.
extension VipsImage {
    /// The names of a slide's associated images.
    package var associatedImages: [String] {
        (text("slide-associated-images") ?? "").split(separator: ",").map { name in
            String(name.drop { $0 == " " })
        }
    }

    /// The names of a slide's associated images; `nil` without associated images.
    package var furtherImages: [String]? { associatedImages.isEmpty ? nil : associatedImages }

    /// The micrometres that a pixel at full resolution covers; `nil` if the slide does not state
    /// it.
    package var slideMicronsPerPixel: Double? {
        text("openslide.mpp-x").flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// The colour of areas that the scanner did not record; `nil` if the slide does not state it.
    package var slideBackground: RGBColor? {
        text("openslide.background-color").flatMap { RGBColor(hex: $0) }
    }

    /// The sizes of the smaller levels of a slide, from level 1. Level 0 is full resolution.
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
