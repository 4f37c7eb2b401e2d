import ZigguratCore
import ZigguratSystem

@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

extension Decoders {
    /// Reads the header of a file without libvips; `nil` if libvips has to read it.
    static func open(
        _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard let file = try? SourceFile(path: path) else { return nil }
        return recognising(file)?.open(file).header(request, trust)
    }
}

extension VipsSource {
    static func open(
        _ path: String, _ request: SourceRequest = SourceRequest(),
        _ trust: SourceRequest.Trust = SourceRequest.Trust()
    ) throws(ZigguratError) -> OpenedSource {
        try open(SourceFile(path: path), request, trust)
    }
}

extension VipsImage {
    static func open(_ path: String, sequential: Bool) throws(ZigguratError) -> VipsImage {
        try open(SourceFile(path: path), sequential: sequential)
    }
}

extension JPEGRowReader {
    convenience init?(path: String) throws(ZigguratError) {
        self.init(try JPEGReader(SourceFile(path: path)))
    }
}

extension JPEGCoefficients {
    convenience init(
        path: String, orientation: Orientation, region: PixelRegion?, isReadDirectly: Bool
    ) throws(ZigguratError) {
        try self.init(
            JPEGReader(SourceFile(path: path)), orientation: orientation, region: region,
            isReadDirectly: isReadDirectly)
    }
}

extension PNGFile {
    convenience init?(path: String) throws(ZigguratError) {
        try self.init(SourceFile(path: path))
    }
}

extension WebPRowReader {
    convenience init?(path: String) throws(ZigguratError) {
        try self.init(SourceFile(path: path))
    }
}

extension TIFFSource {
    convenience init?(path: String) throws(ZigguratError) {
        try self.init(SourceFile(path: path))
    }
}
