package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// A request for a resized image, whose address names the size, such as `photo-width640.jpg`.
package struct SizeRequest: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case width(Int)
        case height(Int)
        case fit(PixelSize)
        case square(Int)

        /// The word and the number in an address.
        package var words: (kind: String, value: String) {
            switch self {
            case .width(let side): ("width", "\(side)")
            case .height(let side): ("height", "\(side)")
            case .fit(let box): ("fit", "\(box.width)x\(box.height)")
            case .square(let side): ("square", "\(side)")
            }
        }

        init?(_ kind: String, _ value: String) {
            let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { side in
                side.utf8.allSatisfy { (0x30...0x39).contains($0) } && side.utf8.first != 0x30
                    ? Int(side) : nil
            }
            switch (kind, sides.count, sides[0], sides.last ?? nil) {
            case ("width", 1, let side?, _): self = .width(side)
            case ("height", 1, let side?, _): self = .height(side)
            case ("square", 1, let side?, _): self = .square(side)
            case ("fit", 2, let width?, let height?):
                self = .fit(PixelSize(width: width, height: height))
            default: return nil
            }
        }

        var sides: [Int] {
            switch self {
            case .width(let side), .height(let side), .square(let side): [side]
            case .fit(let box): [box.width, box.height]
            }
        }
    }

    package let name: String
    package let kind: Kind
    package let format: TileFormat

    package init(name: String, kind: Kind, format: TileFormat) {
        (self.name, self.kind, self.format) = (name, kind, format)
    }

    /// The formats of resized images.
    static let formats: [TileFormat] = [.jpeg, .png, .webp]

    /// Returns the part of an image to crop, and the size of the result. Returns `nil` if the image
    /// is smaller than the request, or if the result would be too large.
    package func geometry(of image: PixelSize) -> (crop: PixelRegion?, size: PixelSize)? {
        let scaled = { (side: Int, other: Int, whole: Int) in
            max(1, (2 * side * other + whole) / (2 * whole))
        }
        var crop: PixelRegion?
        let size: PixelSize
        switch kind {
        case .width(let width):
            guard width <= image.width else { return nil }
            size = PixelSize(width: width, height: scaled(width, image.height, image.width))
        case .height(let height):
            guard height <= image.height else { return nil }
            size = PixelSize(width: scaled(height, image.width, image.height), height: height)
        case .fit(let box):
            let isWide = image.width * box.height > image.height * box.width
            guard isWide ? box.width <= image.width : box.height <= image.height else { return nil }
            size =
                isWide
                ? PixelSize(
                    width: box.width, height: scaled(box.width, image.height, image.width))
                : PixelSize(
                    width: scaled(box.height, image.width, image.height), height: box.height)
        case .square(let side):
            let short = min(image.width, image.height)
            guard side <= short else { return nil }
            size = PixelSize(square: side)
            crop = PixelRegion(
                x: (image.width - short) / 2, y: (image.height - short) / 2, width: short,
                height: short)
        }
        guard size.longSide <= SizeRule.maximumSide else { return nil }
        return (crop, size)
    }
}

/// The sizes that clients of a live server can request.
package struct SizeRule: Hashable, Sendable {
    /// The longest side of a resized image, in pixels.
    package static let maximumSide = SizedImage.maximumSideInMemory

    private let sides: Set<Int>
    private let step: Int?

    /// - Parameters:
    ///   - sides: the allowed widths and heights, in pixels.
    ///   - step: multiples of this number are allowed, too; `nil` allows no multiples.
    package init(sides: [Int] = [], step: Int? = nil) {
        (self.sides, self.step) = (Set(sides), step)
    }

    package func allows(_ kind: SizeRequest.Kind) -> Bool {
        kind.sides.allSatisfy { side in
            side <= Self.maximumSide
                && (sides.contains(side) || step.map { side % $0 == 0 } ?? false)
        }
    }
}

/// The addresses of resized images: a template with `{name}`, `{kind}`, `{value}` and `{ext}`.
package struct SizeNaming: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case name, kind, value, ext
    }

    package let template: String
    private let parts: [Part]

    package static let usualTemplate = "{name}-{kind}{value}.{ext}"
    /// The longest address that is parsed, in bytes.
    private static let longest = 1024

    /// - Throws: ``LiveError/sizeTemplate(_:)`` unless the template has each placeholder once.
    package init(_ template: String = Self.usualTemplate) throws(ZigguratError) {
        var (parts, rest) = ([Part](), template[...])
        let words: [(String, Part)] = [
            ("{name}", .name), ("{kind}", .kind), ("{value}", .value), ("{ext}", .ext),
        ]
        while !rest.isEmpty {
            if let (word, part) = words.first(where: { rest.hasPrefix($0.0) }) {
                parts.append(part)
                rest = rest.dropFirst(word.count)
            } else {
                let next = rest.dropFirst().firstIndex(of: "{") ?? rest.endIndex
                parts.append(.text(String(rest[..<next])))
                rest = rest[next...]
            }
        }
        let hasAll = words.allSatisfy { word in parts.filter { $0 == word.1 }.count == 1 }
        let texts = parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard hasAll, !texts.contains(where: { $0.contains("{") || $0.contains("}") }),
            !template.hasPrefix("/")
        else { throw ZigguratError(LiveError.sizeTemplate(template)) }
        (self.template, self.parts) = (template, parts)
    }

    /// Returns the path of a resized image.
    package func path(of request: SizeRequest) -> String {
        let words = request.kind.words
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .name: request.name
            case .kind: words.kind
            case .value: words.value
            case .ext: request.format.fileExtension
            }
        }.joined()
    }

    /// Returns the request that a path stands for; returns `nil` if the path does not match the
    /// template.
    ///
    /// - Parameter isKnown: returns whether an image has a given name.
    package func request(
        at path: String, isKnown: (String) -> Bool = { _ in true }
    ) -> SizeRequest? {
        guard path.utf8.count <= Self.longest else { return nil }
        return match(parts[...], Array(path.utf8)[...], Found(), isKnown)
    }

    private struct Found {
        var name: String?
        var kind: String?
        var value: String?
        var format: TileFormat?
    }

    /// Matches a path with the rest of the template. Tries the longest name first; all other parts
    /// have few possible values.
    private func match(
        _ parts: ArraySlice<Part>, _ path: ArraySlice<UInt8>, _ found: Found,
        _ isKnown: (String) -> Bool
    ) -> SizeRequest? {
        guard let part = parts.first else {
            guard path.isEmpty, let name = found.name, let format = found.format,
                let kind = SizeRequest.Kind(found.kind ?? "", found.value ?? ""), isKnown(name)
            else { return nil }
            return SizeRequest(name: name, kind: kind, format: format)
        }
        let rest = parts.dropFirst()
        func text(_ count: Int) -> String { String(decoding: path.prefix(count), as: UTF8.self) }
        func next(_ count: Int, _ change: (inout Found) -> Void) -> SizeRequest? {
            var found = found
            change(&found)
            return match(rest, path.dropFirst(count), found, isKnown)
        }
        switch part {
        case .text(let word):
            return path.starts(with: word.utf8) ? next(word.utf8.count) { _ in } : nil
        case .kind:
            for kind in ["width", "height", "fit", "square"] where path.starts(with: kind.utf8) {
                return next(kind.utf8.count) { $0.kind = kind }
            }
            return nil
        case .value:
            let count = path.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "x") }.count
            guard (1...11).contains(count) else { return nil }
            return next(count) { $0.value = text(count) }
        case .ext:
            for format in SizeRequest.formats where path.starts(with: format.fileExtension.utf8) {
                return next(format.fileExtension.utf8.count) { $0.format = format }
            }
            return nil
        case .name:
            for count in (1...max(1, path.count)).reversed() where count <= path.count {
                if let request = next(count, { $0.name = text(count) }) {
                    return request
                }
            }
            return nil
        }
    }
}
