import ZigguratCore
import ZigguratSystem

@testable import ZigguratDecoders

extension PNGRowReader {
    /// - Returns: `nil` if the file is interlaced, or if only libvips can read it.
    convenience init?(path: String) throws(ZigguratError) {
        guard let file = try PNGFile(path: path), !file.isInterlaced else { return nil }
        self.init(file)
    }
}
