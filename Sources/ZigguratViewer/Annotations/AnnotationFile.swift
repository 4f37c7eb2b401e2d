package import ZigguratCore
package import ZigguratSystem

/// A reader of an image's annotations: Web Annotations (W3C Web Annotation Data Model), or GeoJSON
/// (RFC 7946) whose coordinates are pixels of the image.
package enum AnnotationFile {
    /// - Throws: ``ZigguratError`` with an ``AnnotationFileError`` that contains the place in the
    ///   file.
    package static func annotations(in bytes: [UInt8]) throws(ZigguratError) -> [Annotation] {
        let root = try JSONNode(document: bytes)
        return try isGeoJSON(root)
            ? GeoJSON.annotations(in: root) : WebAnnotations.annotations(in: root)
    }

    private static func isGeoJSON(_ root: JSONNode) throws(ZigguratError) -> Bool {
        guard root.isObject else {
            // The document is an array of Web Annotations.
            if case .array = root.value { return false }
            throw root.error(.unknownFormat)
        }
        guard let type = root.member("type") else {
            guard root.member("features") != nil else { throw root.error(.unknownFormat) }
            return true
        }
        return GeoJSON.types.contains(try type.text())
    }
}

extension Annotation {
    /// Reads a file of annotations.
    package static func read(_ path: String) throws(ZigguratError) -> [Annotation] {
        guard let bytes = try? FileSystem.contents(of: path) else {
            throw ZigguratError(AnnotationFileError.unreadable, path)
        }
        do throws(ZigguratError) {
            return try AnnotationFile.annotations(in: bytes)
        } catch {
            throw error.about(path)
        }
    }
}

/// A reason why a file of annotations cannot be used.
package enum AnnotationFileError: ErrorReason {
    case unreadable
    /// - Parameter place: the path of the value, such as `items[2].target`; empty for the document.
    case invalid(AnnotationError, place: String)

    package var code: ZigguratError.Code { .invalidOptions }
}

/// A mistake at one place in a file of annotations.
package enum AnnotationError: Hashable, Sendable {
    case notJSON
    /// The document contains neither Web Annotations nor GeoJSON.
    case unknownFormat
    case missingMember(String)
    case expectedObject
    case expectedArray
    case expectedText
    /// A value is not a number of pixels.
    case expectedNumber
    case expectedType(String)
    case unknownGeometry(String)
    case tooFewCoordinates
    case tooFewPositions(minimum: Int)
    case openRing
    case emptyPolygon
    case unsupportedSelector(String)
    /// A fragment other than `xywh=x,y,w,h`.
    case unsupportedFragment(String)
    case invalidSVG
    case emptySVG
    case transformedSVG
    case tooManyShapes(limit: Int)
    case invalidLength(String)
    case invalidPath(String)
    case invalidPoints(String)
    /// The text is neither a web address nor the name of an export.
    case invalidLink(String)
}

/// The target of a note: a web address, or another export of the destination.
enum AnnotationLink {
    /// Returns a link in the form of ``Annotation/link``; `nil` if the text is not a valid link.
    ///
    /// - Parameter text: an http or https address, or the name of an export. `#` and a view may
    ///   follow.
    static func checked(_ text: String) -> String? {
        if let address = WebAddress.of(text) {
            return address.split(separator: "/").count > 1 ? address : nil
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let isSafe = name.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value != 0x7F && !":\\".unicodeScalars.contains(scalar)
        }
        let folders = name.split(separator: "/", omittingEmptySubsequences: false)
        guard isSafe, folders.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
        guard parts.count > 1 else { return name }
        guard let view = try? TourView.view(in: "#\(parts[1])") else { return nil }
        return view.isEmpty ? name : "\(name)#\(view)"
    }

    static func link(in node: JSONNode) throws(ZigguratError) -> String {
        let text = try node.text()
        guard let link = checked(text) else { throw node.error(.invalidLink(text)) }
        return link
    }
}

extension AnnotationFileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable: "cannot read the annotations"
        case .invalid(let reason, let place):
            "invalid annotations: \(place.isEmpty ? "" : "\(place): ")\(reason.words)"
        }
    }
}

extension AnnotationError {
    var words: String {
        switch self {
        case .notJSON: "not JSON"
        case .unknownFormat: "neither Web Annotations nor GeoJSON"
        case .missingMember(let name): "“\(name)” is missing"
        case .expectedObject: "not an object"
        case .expectedArray: "not an array"
        case .expectedText: "not text"
        case .expectedNumber: "not a number of pixels"
        case .expectedType(let type): "“type” is not “\(type)”"
        case .unknownGeometry(let type): "unknown geometry “\(type)”"
        case .tooFewCoordinates: "a position has fewer than two numbers"
        case .tooFewPositions(let minimum): "fewer than \(minimum) positions"
        case .openRing: "the ring is not closed"
        case .emptyPolygon: "the polygon has no ring"
        case .unsupportedSelector(let type): "unsupported selector “\(type)”"
        case .unsupportedFragment(let text): "unsupported fragment “\(text)”"
        case .invalidSVG: "invalid SVG"
        case .emptySVG: "the SVG has no shape"
        case .transformedSVG: "unsupported: a transform in the SVG"
        case .tooManyShapes(let limit): "more than \(limit) shapes of one kind"
        case .invalidLength(let text): "“\(text)” is not a number of pixels"
        case .invalidPath(let text): "invalid SVG path “\(text)”"
        case .invalidLink(let text): "invalid link “\(text)”"
        case .invalidPoints(let text): "invalid list of points “\(text)”"
        }
    }
}
