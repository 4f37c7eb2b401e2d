internal import ZigguratImaging

/// The decoder of Radiance HDR. It uses libvips, which holds the whole file in memory.
struct RadianceDecoder: SourceDecoder {
    package let format = "rad"
    let extensions = ["hdr"]

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "#?".utf8) }

    /// Rejects XYZ colours, because libvips reads them as RGB. Source: Radiance,
    /// ray/src/common/color.h (CIEFMT).
    func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault? {
        let head = (try? SourceFile(path: path))?.bytes(Self.headLength, at: 0) ?? []
        let lines = String(decoding: head, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // An empty line ends the header.
        let isXYZ = lines.prefix { !$0.isEmpty }.contains { line in
            line.hasPrefix("FORMAT=") && line.hasSuffix("_xyze")
        }
        return isXYZ ? .unsupported(.unsupported(.format("Radiance XYZE"))) : nil
    }

    private static let headLength = 4096

    func heldBytes(of image: MemoryQuestion) -> Int? { image.file.byteCount + 5_000_000 }
}
