@testable import ZigguratImaging

extension SourceHeader {
    /// The header without the bytes that the decoder holds, which are others in each decoder; only
    /// whether there are any.
    var comparable: SourceHeader {
        var header = self
        header.decoderBytes = decoderBytes.map { _ in 0 }
        return header
    }
}
