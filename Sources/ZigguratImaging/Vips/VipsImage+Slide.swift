internal import ZigguratCore
internal import ZigguratSystem

/// What OpenSlide says of a slide, by the names of its properties.
extension VipsImage {
    var isSlide: Bool { text("vips-loader")?.hasPrefix("openslideload") == true }

    /// The further images of a slide, by name.
    var associatedImages: [String] {
        guard isSlide, let names = text("slide-associated-images") else { return [] }
        return names.split(separator: ",").map { name in
            String(name.drop { $0 == " " })
        }
    }

    /// The same; `nil` where there are none.
    var furtherImages: [String]? {
        let names = associatedImages
        return names.isEmpty ? nil : names
    }

    /// The micrometres that a pixel of full resolution covers; `nil` where nobody says.
    var micronsPerPixel: Double? {
        guard isSlide, let across = text("openslide.mpp-x").flatMap({ Double($0) }), across > 0,
            across.isFinite
        else { return nil }
        return across
    }

    /// What stands where the scanner saw nothing; `nil` where the slide does not say it: then white.
    var slideBackground: RGBColor? {
        isSlide ? text("openslide.background-color").flatMap { RGBColor(hex: $0) } : nil
    }

    /// How wide the slide is at full resolution, in pixels.
    var slideWidth: Int? { number("openslide.level[0].width") }

    /// The number of the smallest level of a slide that is at least so large, from 0.
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
