internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of PBM, PGM, PPM and PAM. libvips misreads comments, and maximum values other than
/// 255 and 65,535.
package struct PNMDecoder: RasterDecoder {
    package init() {}

    package let format = "ppm"
    let extensions = ["pbm", "pgm", "ppm", "pnm", "pam", "pfm"]

    /// Checks for `P1` to `P7`, or `PF` or `Pf` of floating-point images, followed by white space
    /// or a comment.
    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 3 && head[0] == 0x50 && "1234567Ff".utf8.contains(head[1])
            && (PNMHeader.isBlank(head[2]) || head[2] == PNMHeader.commentMark)
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        let kind = file.bytes(2, at: 0).last ?? 0
        // libvips shows floating-point images upside down.
        guard !"Ff".utf8.contains(kind) else {
            throw ZigguratError(SourceFailure.unsupported(.format("PFM")))
        }
        return PNMRaster(try PNMHeader(file), file)
    }
}
