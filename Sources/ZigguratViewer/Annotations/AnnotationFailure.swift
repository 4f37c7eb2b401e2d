package import ZigguratSystem

/// A reason why a file of annotations cannot be used.
package enum AnnotationFailure: FailureReason {
    case unreadable
    /// - Parameter place: the path of the value, such as `items[2].target`; empty for the document.
    case invalid(AnnotationMistake, place: String)

    package var code: ZigguratError.Code { .invalidOptions }
}

/// A mistake at one place in a file of annotations.
package enum AnnotationMistake: Hashable, Sendable {
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
