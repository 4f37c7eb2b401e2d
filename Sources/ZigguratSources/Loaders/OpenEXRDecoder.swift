internal import ZigguratCore
internal import ZigguratImaging

/// The OpenEXR decoder, which uses libvips.
struct OpenEXRDecoder: SourceDecoder {
    package let format = "openexr"
    let extensions = ["exr"]
    // libvips before 8.15 multiplies alpha by 255.
    let traits = LoaderTraits(premultipliedOpacity: 255)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0x76, 0x2F, 0x31, 1]) }

    /// The size of the display window of the first part. libvips shows the data window, which
    /// contains the stored pixels. A renderer may store fewer pixels than the display window, or
    /// more on all sides.
    func wholeSize(_ path: String) -> PixelSize? {
        guard let file = try? SourceFile(path: path) else { return nil }
        let windows = Self.windows(file.bytes(Self.headLimit, at: 0)[...])
        guard let data = windows["dataWindow"], let display = windows["displayWindow"],
            data != display
        else { return nil }
        // The last column and the last row belong to the window.
        return PixelSize(width: display[2] - display[0] + 1, height: display[3] - display[1] + 1)
    }

    private static let headLimit = 1 << 16

    /// The attributes of a header that are boxes, by name: the first column and row, and the last
    /// column and row.
    ///
    /// Source: OpenEXR, file layout.
    private static func windows(_ head: ArraySlice<UInt8>) -> [String: [Int]] {
        var rest = head.dropFirst(8)
        var windows: [String: [Int]] = [:]
        func word() -> String {
            let word = rest.prefix { $0 != 0 }
            rest = rest.dropFirst(word.count + 1)
            return String(decoding: word, as: UTF8.self)
        }
        while true {
            let (name, type) = (word(), word())
            let length = rest.prefix(4).littleEndian
            let value = rest.dropFirst(4).prefix(length)
            guard !name.isEmpty, value.count == length else { return windows }
            if type == "box2i", length == 16 {
                windows[name] = (0..<4).map {
                    Int(Int32(truncatingIfNeeded: value.dropFirst(4 * $0).prefix(4).littleEndian))
                }
            }
            rest = rest.dropFirst(4 + length)
        }
    }
}
