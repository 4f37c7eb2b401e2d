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

    /// The slide's width at full resolution, in pixels.
    var slideWidth: Int? { number("openslide.level[0].width") }

    /// The number of the smallest level that is at least so large, where 0 is full resolution.
    func slideLevel(for size: PixelSize) -> Int {
        var level = 0
        while let width = number("openslide.level[\(level + 1)].width"),
            let height = number("openslide.level[\(level + 1)].height"),
            width >= size.width, height >= size.height
        {
            level += 1
        }
        return level
    }

    private func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
