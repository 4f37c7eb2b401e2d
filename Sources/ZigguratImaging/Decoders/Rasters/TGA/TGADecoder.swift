internal import ZigguratCore
internal import ZigguratSystem

/// Truevision TGA, which has no mark at its beginning.
struct TGADecoder: RasterDecoder {
    let format = "tga"
    let extensions = ["tga", "icb", "vda", "vst"]

    func recognises(_ head: [UInt8]) -> Bool { TGAHeader(head) != nil }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        guard let header = TGAHeader(file.bytes(TGAHeader.length, at: 0)) else {
            throw ZigguratError(SourceFailure.invalidHeader)
        }
        return TGARaster(header, file)
    }
}
