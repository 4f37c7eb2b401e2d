package import ZigguratCore
internal import ZigguratSystem

/// The orientation of a stored image, and how to turn the image upright.
///
/// Source: Exif 2.32, 4.6.4 A, tag 0x0112.
package struct Orientation: Hashable, Sendable, Codable {
    /// Whether rows become columns.
    package let swapsAxes: Bool
    /// Whether the stored columns are read from the right.
    package let mirrorsX: Bool
    /// Whether the stored rows are read from the bottom.
    package let mirrorsY: Bool

    package static let upright = Orientation(swapsAxes: false, mirrorsX: false, mirrorsY: false)

    /// Whether the rows of the turned image are in the order of the file.
    package var keepsRowOrder: Bool { !swapsAxes && !mirrorsY }

    private init(swapsAxes: Bool, mirrorsX: Bool, mirrorsY: Bool) {
        self.swapsAxes = swapsAxes
        self.mirrorsX = mirrorsX
        self.mirrorsY = mirrorsY
    }

    /// Creates an orientation.
    ///
    /// - Parameter exif: 1 to 8; other numbers mean upright.
    package init(exif: Int) {
        self.init(
            swapsAxes: (5...8).contains(exif), mirrorsX: [2, 3, 7, 8].contains(exif),
            mirrorsY: [3, 4, 6, 7].contains(exif))
    }

    package init(_ rotation: SourceRequest.Rotation) {
        switch rotation {
        case .none: self = .upright
        case .quarter: self.init(exif: 6)
        case .half: self.init(exif: 3)
        case .threeQuarters: self.init(exif: 8)
        }
    }

    /// Returns the combination of this orientation and another orientation after it.
    package func followed(by next: Orientation) -> Orientation {
        Orientation(
            swapsAxes: swapsAxes != next.swapsAxes,
            mirrorsX: mirrorsX != (swapsAxes ? next.mirrorsY : next.mirrorsX),
            mirrorsY: mirrorsY != (swapsAxes ? next.mirrorsX : next.mirrorsY))
    }

    /// Returns the turned size of a stored size, or the stored size of a turned size.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Returns the stored region of a turned region.
    ///
    /// - Parameter storedSize: the size of the whole stored image.
    package func stored(_ turned: PixelRegion, in storedSize: PixelSize) -> PixelRegion {
        let size = self.turned(turned.size)
        let (x, y) = swapsAxes ? (turned.y, turned.x) : (turned.x, turned.y)
        return PixelRegion(
            x: mirrorsX ? storedSize.width - x - size.width : x,
            y: mirrorsY ? storedSize.height - y - size.height : y,
            width: size.width, height: size.height)
    }
}
