internal import ZigguratCore
internal import ZigguratImaging

/// The properties of the coded images of a HEIC or AVIF file that libheif does not report.
///
/// The properties of all images of a file are in one box: `ipco` in `iprp` in `meta`.
/// Source: ISO/IEC 23008-12, 9.3; ISO/IEC 14496-15, 8.3.3.1; AV1 codec ISO media file format
/// binding, 2.3.3.
package struct HEIFProperties {
    /// Samples per pixel in the planes, from 1 (grey) to 3; the maximum of all images in the file.
    private(set) var samplesPerPixel = 0.0
    /// Whether the video format is AV1 rather than HEVC.
    private(set) var isAV1 = false
    /// Whether the file crops an image.
    private(set) var isCropped = false

    /// The maximum size of a box that is read. A damaged file may have boxes of any size.
    private static let sizeLimit = 1 << 24

    init(_ file: SourceFile) {
        var meta: [UInt8] = []
        FileBoxes.forEach(of: file) { name, content in
            if name == "meta" {
                meta = file.bytes(min(content.count, Self.sizeLimit), at: content.lowerBound)
            }
        }
        // A version and flags come before the boxes.
        FileBoxes.forEach(in: meta.dropFirst(4)) { name, properties in
            guard name == "iprp" else { return }
            FileBoxes.forEach(in: properties) { name, container in
                if name == "ipco" { FileBoxes.forEach(in: container) { read($0, $1) } }
            }
        }
    }

    /// Whether all images are monochrome.
    var isGrey: Bool { samplesPerPixel == 1 }

    private mutating func read(_ name: String, _ content: ArraySlice<UInt8>) {
        switch name {
        case "clap": isCropped = true
        case "hvcC" where content.count > 16:
            // The chroma formats monochrome, 4:2:0, 4:2:2 and 4:4:4.
            let samples = [1, 1.5, 2, 3][Int(content[content.startIndex + 16] & 3)]
            samplesPerPixel = max(samplesPerPixel, samples)
        case "av1C" where content.count > 2:
            isAV1 = true
            let flags = content[content.startIndex + 2]
            let samples = flags & 16 != 0 ? 1 : flags & 8 == 0 ? 3 : flags & 4 == 0 ? 2 : 1.5
            samplesPerPixel = max(samplesPerPixel, samples)
        default: break
        }
    }
}
