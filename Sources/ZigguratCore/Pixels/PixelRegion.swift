/// A rectangle in pixels of a level or of the image; the name of the variable states which pixels.
public struct PixelRegion: Hashable, Sendable, Codable, CustomStringConvertible {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates the region of a whole level or image.
    package init(whole size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The first column to the right of the region.
    public var maxX: Int { x + width }

    /// The first row below the region.
    public var maxY: Int { y + height }

    package init(columns: Range<Int>, rows: Range<Int>) {
        self.init(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    package var columns: Range<Int> { x..<maxX }

    package var rows: Range<Int> { y..<maxY }

    public var description: String { "\(x),\(y),\(width),\(height)" }
}
