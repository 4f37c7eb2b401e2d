internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Photoshop documents (PSD and PSB). It reads the composite of the layers.
package struct PSDDecoder: RasterDecoder {
    package init() {}

    package let format = "psd"
    let extensions = ["psd", "psb"]

    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 5 && head.starts(with: "8BPS".utf8) && head[4] == 0
            && [1, 2].contains(head[5])
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        try PSDRaster(PSDHeader(file), file)
    }
}
