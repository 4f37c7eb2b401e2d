internal import ZigguratKit

extension AnnotationFailure: Worded {
    var message: Message {
        switch self {
        case .unreadable:
            Message(
                "cannot read the annotations", hint: "name a file of Web Annotations or GeoJSON")
        case .invalid(let mistake, let place):
            Message(
                "invalid annotations: \(place.isEmpty ? "" : "\(place): ")\(mistake.problem)",
                hint: mistake.hint)
        }
    }
}

extension AnnotationMistake {
    var problem: String {
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

    var hint: String {
        switch self {
        case .openRing: "make the last position equal to the first"
        case .unsupportedSelector: "use FragmentSelector, SvgSelector or PointSelector"
        case .unsupportedFragment: "write xywh=x,y,w,h in pixels of the image"
        case .transformedSVG: "write coordinates in pixels of the image"
        case .invalidLink: "use http, https, or the name of an export, such as mill#xywh=1,2,3,4"
        default: ""
        }
    }
}
