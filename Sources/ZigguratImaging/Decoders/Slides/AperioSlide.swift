internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// A slide of Aperio that libtiff reads at full resolution, and what its fields say of it.
///
/// Directories in tiles are levels. The others are associated images: the second directory of the file
/// is the thumbnail, and the second line of the description names the further ones. The description of
/// the first directory ends with properties: `|AppMag = 20|MPP = 0.5`.
///
/// Source: OpenSlide, Aperio format (https://openslide.org/formats/aperio/).
struct AperioSlide {
    /// The pixels of full resolution.
    let tiles: TIFFSource
    /// The micrometres that a pixel covers; `nil` if the slide does not say it.
    let micronsPerPixel: Double?
    /// The names of the associated images in order of the alphabet; `nil` without any.
    let associatedImages: [String]?
    let hasProfile: Bool

    /// How the description of each directory begins.
    private static let mark = "Aperio"
    /// A broken file may have any number of directories.
    private static let maximumDirectories = 100

    /// - Returns: `nil` for files of other kinds, and for slides that OpenSlide has to read: in JPEG
    ///   2000, with missing tiles, or not in RGB of 8 bits.
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
        // Some scanners write a comma.
        return values.last
            .flatMap { Double(String($0.map { $0 == "," ? "." : $0 })) }
            .flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Goes to the last directory.
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

    /// The first word of the second line: `label 200x157`.
    private static func associatedImage(_ description: String) -> String? {
        let lines = description.utf8.split(
            maxSplits: 2, omittingEmptySubsequences: false
        ) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard lines.count > 1 else { return nil }
        let name = lines[1].prefix { $0 != UInt8(ascii: " ") }
        return name.isEmpty ? nil : String(Substring(name))
    }
}
