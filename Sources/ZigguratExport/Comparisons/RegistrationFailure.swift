package import ZigguratCore
package import ZigguratSystem

/// Why a file of point pairs cannot be used. Line numbers begin at 1.
package enum RegistrationFailure: FailureReason {
    case unreadable
    case empty
    /// The file is neither a table nor a valid JSON array of objects.
    case invalidJSON
    case notUTF8
    case missingColumn(String)
    case wrongCellCount(line: Int, cells: Int, columns: Int)
    case invalidNumber(String, column: String, line: Int)
    /// Only the first image, or no image, has this number or name.
    case unknownPicture(String, line: Int)
    /// A comparison of more than two images needs an image in each pair.
    case missingPicture(line: Int)
    /// A point is outside its image.
    case pointOutside(picture: String, size: PixelSize, line: Int)
    case tooFewPairs(picture: String, count: Int, line: Int)
    /// All points of an image are at one place.
    case samePoint(picture: String, line: Int)
    /// The points of an image are on one line, or almost on one line.
    case collinear(picture: String, line: Int)

    package var code: ZigguratError.Code {
        switch self {
        case .unreadable: .unreadableSource
        default: .invalidOptions
        }
    }
}
