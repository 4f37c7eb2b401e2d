internal import ZigguratCore
internal import ZigguratSystem

/// Truevision TGA, which has no mark at its beginning.
struct TGADecoder: RasterDecoder {
    let format = "tga"
    let extensions = ["tga", "icb", "vda", "vst"]

    func recognises(_ head: [UInt8]) -> Bool { TGAHeader(head) != nil }

    /// Whether a file whose header has values without a meaning says in another way that it is a TGA: by
    /// its name, or by its last bytes.
    func recognises(_ file: SourceFile) -> Bool {
        let isNamed = extensions.contains { file.path.lowercased().hasSuffix(".\($0)") }
        return (isNamed || TGAHeader.hasFooter(file))
            && TGAHeader(file.bytes(TGAHeader.length, at: 0), isKnown: true) != nil
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        guard let header = TGAHeader(file.bytes(TGAHeader.length, at: 0), isKnown: true) else {
            throw HeaderFault.field.error
        }
        return TGARaster(header, file)
    }
}
