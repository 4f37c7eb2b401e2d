internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Truevision TGA. The format has no signature at the beginning of the file.
package struct TGADecoder: RasterDecoder {
    package init() {}

    package let format = "tga"
    let extensions = ["tga", "icb", "vda", "vst"]

    func recognises(_ head: [UInt8]) -> Bool { TGAHeader(head) != nil }

    /// Whether the file name or the footer identifies the file as TGA, and the header can be read.
    /// The header may have undefined values.
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
