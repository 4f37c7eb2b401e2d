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
        let lines = String(decoding: file.bytes(Self.headLength, at: 0), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // An empty line ends the header.
        let isXYZ = lines.prefix { !$0.isEmpty }.contains { line in
            line.hasPrefix("FORMAT=") && line.hasSuffix("_xyze")
        }
        return isXYZ ? .unsupported(.unsupported(.format("Radiance XYZE"))) : nil
    }

    private static let headLength = 4096

    func heldBytes(of image: MemoryQuestion) -> Int? { file.byteCount + 5_000_000 }
}
