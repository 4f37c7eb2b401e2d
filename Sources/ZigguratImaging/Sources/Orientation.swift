internal import ZigguratCore
internal import ZigguratSystem

/// One of the eight ways in which a picture can lie in its file, and the way back.
///
/// Source: Exif 2.32, 4.6.4 A, tag 0x0112.
struct Orientation: Hashable, Sendable {
    /// Whether rows become columns.
    let swapsAxes: Bool
    /// Whether the columns of the file are read from the right.
    let mirrorsX: Bool
    /// Whether the rows of the file are read from the bottom.
    let mirrorsY: Bool

    static let upright = Orientation(swapsAxes: false, mirrorsX: false, mirrorsY: false)

    /// Whether the rows are seen in the order in which the file has them.
    var keepsRowOrder: Bool { !swapsAxes && !mirrorsY }

    private init(swapsAxes: Bool, mirrorsX: Bool, mirrorsY: Bool) {
        self.swapsAxes = swapsAxes
        self.mirrorsX = mirrorsX
        self.mirrorsY = mirrorsY
    }

    /// - Parameter exif: 1 to 8; anything else is taken for upright.
    init(exif: Int) {
        self.init(
            swapsAxes: (5...8).contains(exif), mirrorsX: [2, 3, 7, 8].contains(exif),
            mirrorsY: [3, 4, 6, 7].contains(exif))
    }

    init(_ rotation: SourceRequest.Rotation) {
        switch rotation {
        case .none: self = .upright
        case .quarter: self.init(exif: 6)
        case .half: self.init(exif: 3)
        case .threeQuarters: self.init(exif: 8)
        }
    }

    /// First this one, then another.
    func followed(by next: Orientation) -> Orientation {
        Orientation(
            swapsAxes: swapsAxes != next.swapsAxes,
            mirrorsX: mirrorsX != (swapsAxes ? next.mirrorsY : next.mirrorsX),
            mirrorsY: mirrorsY != (swapsAxes ? next.mirrorsX : next.mirrorsY))
    }

    /// The size as it is seen of a size as it is stored, and the other way round.
    func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Where a region of the picture as it is seen lies in the file.
    ///
    /// - Parameter storedSize: the picture's size in the file.
    func stored(_ seen: PixelRegion, in storedSize: PixelSize) -> PixelRegion {
        let size = turned(seen.size)
        let (x, y) = swapsAxes ? (seen.y, seen.x) : (seen.x, seen.y)
        return PixelRegion(
            x: mirrorsX ? storedSize.width - x - size.width : x,
            y: mirrorsY ? storedSize.height - y - size.height : y,
            width: size.width, height: size.height)
    }
}
