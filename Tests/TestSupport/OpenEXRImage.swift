public import Foundation

/// An uncompressed OpenEXR file with channels of 32 bits and one line in each block.
///
/// Source: OpenEXR, file layout (https://openexr.com/en/latest/OpenEXRFileLayout.html).
public struct OpenEXRImage {
    private let width: Int
    private let height: Int
    private let channels: [(name: String, samples: [Float])]
    /// The last column and row of the display window, which begins at column 0 and row 0.
    private let displayEnd: (x: Int, y: Int)

    /// - Parameters:
    ///   - channels: the samples of each channel, such as `R`, in rows from the top.
    ///   - display: the size of the display window; `nil` if it is the data window.
    public init(
        width: Int, height: Int, channels: [String: [Float]],
        display: (width: Int, height: Int)? = nil
    ) {
        precondition(channels.values.allSatisfy { $0.count == width * height })
        (self.width, self.height) = (width, height)
        displayEnd = ((display?.width ?? width) - 1, (display?.height ?? height) - 1)
        self.channels = channels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    public var data: Data {
        let box = number(0) + number(0) + number(width - 1) + number(height - 1)
        let display = number(0) + number(0) + number(displayEnd.x) + number(displayEnd.y)
        let one = bytes(Float(1).bitPattern)
        var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
        var list: [UInt8] = []
        for channel in channels {
            list += Array((channel.name + "\0").utf8)
            for value in [2, 0, 1, 1] { list += number(value) }
        }
        list.append(0)
        file += attribute("channels", "chlist", list)
        file += attribute("compression", "compression", [0])
        file += attribute("dataWindow", "box2i", box) + attribute("displayWindow", "box2i", display)
        file += attribute("lineOrder", "lineOrder", [0])
        file += attribute("pixelAspectRatio", "float", one)
        file += attribute("screenWindowCenter", "v2f", number(0) + number(0))
        file += attribute("screenWindowWidth", "float", one) + [0]
        let lineLength = 4 * width * channels.count
        let start = file.count + 8 * height
        for row in 0..<height { file += bytes(UInt64(start + row * (8 + lineLength))) }
        for row in 0..<height {
            file += number(row) + number(lineLength)
            for channel in channels {
                for sample in channel.samples[row * width..<(row + 1) * width] {
                    file += bytes(sample.bitPattern)
                }
            }
        }
        return Data(file)
    }

    private func number(_ value: Int) -> [UInt8] { bytes(UInt32(value)) }

    private func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
        Array((name + "\0" + type + "\0").utf8) + number(value.count) + value
    }

    private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
