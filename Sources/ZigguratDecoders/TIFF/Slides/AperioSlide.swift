internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

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
    init?(path: String, _ target: ReadingTarget = ReadingTarget()) {
        guard let file = try? TIFFHandle(path: path), file.imageDescription.hasPrefix(Self.mark),
            file.isTiled, file.isComplete,
            let images = (try? SourceFile(path: path)).flatMap({ TIFFContents($0) })?.images,
            images.count <= Self.maximumDirectories, let image = file.describe(),
            let tiles = try? TIFFSource(path: path, target: target),
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
