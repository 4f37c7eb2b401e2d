import Foundation

/// Writes properties into a HEIF file (HEIC, AVIF): an orientation, a clean aperture, or colours.
/// HEIF stores the orientation in its own boxes, not in Exif.
///
/// Source: ISO/IEC 23008-12 (6.5.10 and 6.5.12: `irot`, `imir`; 9.3: `iprp`, `ipco`, `ipma`) and
/// ISO/IEC 14496-12 (8.11.3: `iloc`).
struct TurnedHEIF {
    private var bytes: [UInt8]

    /// A property of the image: the name of its box and the byte in it.
    enum Turn: CaseIterable {
        case quarter, half, threeQuarters, mirrored

        /// The equivalent operation of vips.
        var step: [String] {
            switch self {
            case .quarter: ["rot", "d270"]
            case .half: ["rot", "d180"]
            case .threeQuarters: ["rot", "d90"]
            case .mirrored: ["flip", "horizontal"]
            }
        }

        fileprivate var box: [UInt8] {
            switch self {
            // Quarter turns, anticlockwise.
            case .quarter: Array("irot".utf8) + [1]
            case .half: Array("irot".utf8) + [2]
            case .threeQuarters: Array("irot".utf8) + [3]
            // Mirrors left and right.
            case .mirrored: Array("imir".utf8) + [1]
            }
        }
    }

    /// Adds a property to the item of the image.
    static func insert(_ turn: Turn, into file: URL) throws {
        try insert(turn.box, into: file)
    }

    /// Crops an image of the given size to the region.
    ///
    /// Source: ISO/IEC 14496-12, 12.1.4: width and height, and the distance of the centres.
    static func crop(
        width: Int, height: Int, to x: Int, _ y: Int, _ cropWidth: Int, _ cropHeight: Int,
        of file: URL
    ) throws {
        let numbers = [
            cropWidth, 1, cropHeight, 1, 2 * x + cropWidth - width, 2, 2 * y + cropHeight - height,
            2,
        ]
        let bytes = numbers.flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        try insert(Array("clap".utf8) + bytes, into: file)
    }

    /// States the colours by numbers. Source: ISO/IEC 14496-12, 12.1.5.
    static func setColours(
        primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool, of file: URL
    ) throws {
        try insert(
            Array("colrnclx".utf8)
                + [0, primaries, 0, transfer, 0, matrix, isFullRange ? 0x80 : 0],
            into: file)
    }

    /// States that the colours of the image are multiplied by its alpha.
    ///
    /// Source: ISO/IEC 23008-12, 6.10.1.2; ISO/IEC 14496-12, 8.11.12.
    static func setPremultiplied(_ file: URL) throws {
        var changed = TurnedHEIF(bytes: [UInt8](try Data(contentsOf: file)))
        let meta = try changed.box("meta", in: 0..<changed.bytes.count)
        let references = try changed.box(
            "iref", in: meta.lowerBound + 12..<meta.upperBound)
        // The reference from alpha to the image has 16-bit numbers: the item, a count of 1, and the
        // other item.
        let auxiliary = try changed.box(
            "auxl", in: references.lowerBound + 12..<references.upperBound)
        let alpha = Array(changed.bytes[auxiliary.lowerBound + 8..<auxiliary.lowerBound + 10])
        let image = Array(changed.bytes[auxiliary.lowerBound + 12..<auxiliary.lowerBound + 14])
        let box = [0, 0, 0, 14] + Array("prem".utf8) + image + [0, 1] + alpha
        let locations = try changed.box("iloc", in: meta.lowerBound + 12..<meta.upperBound)
        changed.shiftExtents(of: locations, by: box.count)
        changed.bytes.insert(contentsOf: box, at: references.upperBound)
        changed.resize(references.lowerBound, by: box.count)
        changed.resize(meta.lowerBound, by: box.count)
        try Data(changed.bytes).write(to: file)
    }

    private static func insert(_ property: [UInt8], into file: URL) throws {
        var changed = TurnedHEIF(bytes: [UInt8](try Data(contentsOf: file)))
        try changed.insert(property)
        try Data(changed.bytes).write(to: file)
    }

    private mutating func insert(_ property: [UInt8]) throws {
        let meta = try box("meta", in: 0..<bytes.count)
        let inMeta = meta.lowerBound + 12..<meta.upperBound
        let properties = try box("iprp", in: inMeta)
        let inProperties = properties.lowerBound + 8..<properties.upperBound
        let container = try box("ipco", in: inProperties)
        let associations = try box("ipma", in: inProperties)
        let locations = try box("iloc", in: inMeta)
        var count = 0
        var place = container.lowerBound + 8
        while place < container.upperBound {
            place += number(at: place, 4)
            count += 1
        }
        // The box, and one byte for the item that has the box.
        let growth = 4 + property.count + 1
        shiftExtents(of: locations, by: growth)
        let picture = number(at: try box("pitm", in: inMeta).lowerBound + 12, 2)
        // Skips version, flags and the number of items. Each item has a count and its properties.
        place = associations.lowerBound + 16
        while number(at: place, 2) != picture { place += 3 + Int(bytes[place + 2]) }
        bytes[place + 2] += 1
        bytes.insert(0x80 | UInt8(count + 1), at: place + 2 + Int(bytes[place + 2]))
        bytes.insert(
            contentsOf: [0, 0, 0, UInt8(4 + property.count)] + property, at: container.upperBound)
        resize(associations.lowerBound + 4 + property.count, by: 1)
        resize(container.lowerBound, by: 4 + property.count)
        for parent in [properties, meta] { resize(parent.lowerBound, by: growth) }
    }

    /// Returns the first box with a name among consecutive boxes in a range.
    private func box(_ name: String, in range: Range<Int>) throws -> Range<Int> {
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let length = number(at: place, 4)
            if Array(bytes[place + 4..<place + 8]) == Array(name.utf8) {
                return place..<place + length
            }
            place += max(8, length)
        }
        throw MissingBox(name: name)
    }

    /// Shifts the offsets of the items' data in the file.
    private mutating func shiftExtents(of box: Range<Int>, by growth: Int) {
        let version = bytes[box.lowerBound + 8]
        let (offsetLength, lengthLength) = (
            Int(bytes[box.lowerBound + 12] >> 4), Int(bytes[box.lowerBound + 12] & 15)
        )
        let baseLength = Int(bytes[box.lowerBound + 13] >> 4)
        let items = number(at: box.lowerBound + 14, 2)
        var place = box.lowerBound + 16
        for _ in 0..<items {
            // Skips the item, the construction method (from version 1 on), the data reference and
            // the base offset.
            let isInFile = version == 0 || number(at: place + 2, 2) & 15 == 0
            place += (version == 0 ? 4 : 6) + baseLength
            let extents = number(at: place, 2)
            place += 2
            for _ in 0..<extents {
                if isInFile {
                    write(number(at: place, offsetLength) + growth, at: place, offsetLength)
                }
                place += offsetLength + lengthLength
            }
        }
    }

    private mutating func resize(_ box: Int, by growth: Int) {
        write(number(at: box, 4) + growth, at: box, 4)
    }

    private func number(at place: Int, _ length: Int) -> Int {
        bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func write(_ number: Int, at place: Int, _ length: Int) {
        for index in 0..<length {
            bytes[place + index] = UInt8(number >> (8 * (length - 1 - index)) & 255)
        }
    }

    struct MissingBox: Error {
        let name: String
    }
}
