internal import ZigguratKit

extension RegistrationFailure: Worded {
    var message: Message { Message(problem, hint: hint) }

    private var problem: String {
        switch self {
        case .unreadable: "cannot read the registration"
        case .empty: "no pair of points in the registration"
        case .invalidJSON: "invalid JSON: not an array of objects"
        case .notUTF8: "invalid text: not UTF-8"
        case .missingColumn(let name): "line 1: missing column “\(name)”"
        case .wrongCellCount(let line, let cells, let columns):
            "line \(line): \(Amount.count(cells, of: "cell")), the header has \(columns)"
        case .invalidNumber(let text, let column, let line):
            "line \(line): invalid value of “\(column)”: “\(text)” is not a number of pixels"
        case .unknownPicture(let name, let line):
            "line \(line): image not found: “\(name)”"
        case .missingPicture(let line): "line \(line): missing number or name of the image"
        case .pointOutside(let image, let size, let line):
            "line \(line): the point is outside of “\(image)”, \(size.text) pixels"
        case .tooFewPairs(let image, let count, let line):
            "line \(line): “\(image)” has \(Amount.count(count, of: "pair")), at least 2 are needed"
        case .samePoint(let image, let line):
            "line \(line): the points of “\(image)” are the same"
        case .collinear(let image, let line):
            "line \(line): the points of “\(image)” are on one line"
        }
    }

    private var hint: String {
        switch self {
        case .unreadable, .empty, .invalidJSON, .missingColumn:
            "write CSV or JSON with image, firstX, firstY, x and y"
        case .unknownPicture, .missingPicture:
            "write 2 for the second image, or its name or label"
        case .tooFewPairs: "two pairs give rotation and scale, three also shear"
        case .samePoint, .collinear:
            "choose points that are far apart, at the corners of a triangle"
        default: ""
        }
    }
}
