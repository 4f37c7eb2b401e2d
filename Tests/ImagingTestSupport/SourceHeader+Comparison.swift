@testable import ZigguratImaging

extension SourceHeader {
    /// The header without the number of bytes that the decoder holds, which differs between
    /// decoders. The result only states whether the decoder holds bytes.
    var comparable: SourceHeader {
        var header = self
        header.decoderBytes = decoderBytes.map { _ in 0 }
        return header
    }
}
