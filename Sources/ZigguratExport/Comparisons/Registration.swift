package import ZigguratCore
package import ZigguratSystem

/// The alignment of an image with the first image, computed from points that both images show.
package struct Registration: Hashable, Sendable {
    /// The number of the image, from 2.
    package let number: Int
    package let transform: PointTransform
    /// The number of point pairs that the transform was computed from.
    package let pairs: Int
    /// The largest distance between a point of the first image and the transformed point of the
    /// other image, in pixels of the first image.
    package let largestError: Double

    /// An image that the file has points for: its possible names, and its size.
    package typealias Picture = (names: [String], size: PixelSize)

    /// The smallest distance between different points, and the smallest spread of points that are
    /// not on one line. In pixels.
    private static let smallestSpread = 0.5
    /// The smallest spread across a line, relative to the spread along the line.
    private static let smallestRatio = 0.002

    /// Returns the registrations of all images that the file has pairs for.
    ///
    /// - Parameter pictures: all images, including the first image.
    /// - Throws: ``RegistrationError`` if the pairs do not determine a transform.
    package static func all(
        from pairs: [PointPair], of pictures: [Picture]
    ) throws(ZigguratError) -> [Registration] {
        var groups: [Int: [PointPair]] = [:]
        for pair in pairs {
            let index = try index(of: pair, among: pictures)
            for (point, number) in [(pair.first, 0), (pair.other, index)] {
                let size = pictures[number].size
                guard (0...Double(size.width)).contains(point.x),
                    (0...Double(size.height)).contains(point.y)
                else {
                    throw ZigguratError(
                        RegistrationError.pointOutside(
                            picture: pictures[number].names[0], size: size, line: pair.line))
                }
            }
            groups[index, default: []].append(pair)
        }
        var all: [Registration] = []
        for (index, pairs) in groups.sorted(by: { $0.key < $1.key }) {
            let sides = [
                (pictures[0].names[0], pairs.map(\.first)),
                (pictures[index].names[0], pairs.map(\.other)),
            ]
            guard let line = pairs.last?.line, pairs.count >= 2 else {
                throw ZigguratError(
                    RegistrationError.tooFewPairs(
                        picture: pictures[index].names[0], count: pairs.count,
                        line: pairs.last?.line ?? 0))
            }
            for (name, points) in sides {
                let spread = PointTransform.spread(of: points)
                guard spread.along >= smallestSpread else {
                    throw ZigguratError(RegistrationError.samePoint(picture: name, line: line))
                }
                if pairs.count > 2,
                    spread.across < max(smallestSpread, smallestRatio * spread.along)
                {
                    throw ZigguratError(RegistrationError.collinear(picture: name, line: line))
                }
            }
            let (from, to) = (pairs.map(\.other), pairs.map(\.first))
            let transform = PointTransform(from: from, to: to)
            all.append(
                Registration(
                    number: index + 1, transform: transform, pairs: pairs.count,
                    largestError: transform.largestError(from: from, to: to)))
        }
        return all
    }

    /// Returns the index of the image that a pair belongs to.
    private static func index(
        of pair: PointPair, among pictures: [Picture]
    ) throws(ZigguratError) -> Int {
        if pair.picture.isEmpty {
            guard pictures.count == 2 else {
                throw ZigguratError(RegistrationError.missingPicture(line: pair.line))
            }
            return 1
        }
        let others = pictures.indices.dropFirst()
        if let number = Int(pair.picture), others.contains(number - 1) { return number - 1 }
        guard let index = others.first(where: { pictures[$0].names.contains(pair.picture) }) else {
            throw ZigguratError(
                RegistrationError.unknownPicture(pair.picture, line: pair.line))
        }
        return index
    }
}

/// Why a file of point pairs cannot be used. Line numbers begin at 1.
package enum RegistrationError: ErrorReason {
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

extension RegistrationError: CustomStringConvertible {
    package var description: String {
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
        case .unknownPicture(let name, let line): "line \(line): image not found: “\(name)”"
        case .missingPicture(let line): "line \(line): missing number or name of the image"
        case .pointOutside(let image, let size, let line):
            "line \(line): the point is outside of “\(image)”, \(size.text) pixels"
        case .tooFewPairs(let image, let count, let line):
            "line \(line): “\(image)” has \(Amount.count(count, of: "pair")), at least 2 are needed"
        case .samePoint(let image, let line): "line \(line): the points of “\(image)” are the same"
        case .collinear(let image, let line):
            "line \(line): the points of “\(image)” are on one line"
        }
    }
}
