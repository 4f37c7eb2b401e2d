internal import ZigguratImaging

/// The decoder of Radiance HDR, which uses libvips: libvips holds the whole file in memory.
struct RadianceDecoder: SourceDecoder {
    package let format = "rad"
    let extensions = ["hdr"]
    let traits = DecoderTraits(fillsDamage: false)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "#?".utf8) }

    func open(_ file: SourceFile) -> any OpenedImage { RadianceImage(file) }
}

/// An open Radiance file.
private final class RadianceImage: OpenedImage {
    let file: SourceFile

    init(_ file: SourceFile) { self.file = file }

    /// Rejects XYZ colours, because libvips reads them as RGB. Source: Radiance,
    /// ray/src/common/color.h (CIEFMT).
    func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError? {
        let isXYZ = lines.prefix { !$0.isEmpty }.contains { line in
            line.hasPrefix("FORMAT=") && line.hasSuffix("_xyze")
        }
        return isXYZ ? .unsupported(.unsupported(.format("Radiance XYZE"))) : nil
    }

    /// The orientation by the resolution line, which follows the header and names the axis of the
    /// rows first. libvips ignores axes and signs. Source: Radiance, ray/src/common/resolu.h.
    var statedOrientation: Int? {
        guard let end = lines.firstIndex(where: \.isEmpty), end + 1 < lines.count else {
            return nil
        }
        let words = lines[end + 1].split(separator: " ")
        guard words.count == 4 else { return nil }
        return Self.orientations["\(words[0]) \(words[2])"]
    }

    /// The Exif orientations of the axes of rows and of columns.
    private static let orientations = [
        "-Y -X": 2, "+Y -X": 3, "+Y +X": 4, "+X -Y": 5, "-X -Y": 6, "-X +Y": 7, "+X +Y": 8,
    ]

    /// The lines of the header, which an empty line ends, and lines after it.
    private var lines: [Substring] {
        String(decoding: file.bytes(Self.headLength, at: 0), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static let headLength = 4096

    func heldBytes(of image: MemoryQuestion) -> Int? { file.byteCount + 5_000_000 }
}
