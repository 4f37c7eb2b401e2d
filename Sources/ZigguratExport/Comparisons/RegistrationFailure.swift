package import ZigguratCore
package import ZigguratSystem

/// Why a file of point pairs cannot be used. Lines count from 1.
package enum RegistrationFailure: FailureReason {
    case unreadable
    case empty
    /// Neither a table nor JSON.
    case invalidJSON
    case notUTF8
    case missingColumn(String)
    case wrongCellCount(line: Int, cells: Int, columns: Int)
    case invalidNumber(String, column: String, line: Int)
    /// No image after the first one has this number or name.
    case unknownPicture(String, line: Int)
    /// With several images, each pair must name one.
    case missingPicture(line: Int)
    /// A point is not in its image.
    case pointOutside(picture: String, size: PixelSize, line: Int)
    case tooFewPairs(picture: String, count: Int, line: Int)
    /// Two points of an image are the same.
    case samePoint(picture: String, line: Int)
    /// The points of an image are on one line, or nearly so.
    case collinear(picture: String, line: Int)

    package var code: ZigguratError.Code {
        switch self {
        case .unreadable: .unreadableSource
        default: .invalidOptions
        }
    }
}
