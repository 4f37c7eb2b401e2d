internal import ZigguratCore

/// Hands out the rows of a picture, from the top, as 8-bit samples: 1 grey, 2 grey and alpha, 3
/// RGB, 4 RGB and alpha.
///
/// A reader belongs to the thread that reads first.
protocol RowReader: AnyObject {
    var size: PixelSize { get }
    var bands: Int { get }

    /// Fills the next rows; each address has room for width × bands bytes. The caller asks for no
    /// more rows than are left.
    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError)
}
