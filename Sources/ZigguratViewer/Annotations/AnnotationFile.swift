public import ZigguratCore
internal import ZigguratSystem

/// Reads what people write about places in a picture: Web Annotations (W3C Web Annotation Data
/// Model) or GeoJSON (RFC 7946) whose coordinates are pixels of the picture.
public enum AnnotationFile {
    /// - Throws: ``ViewerError`` that names the place in the file: line and column where it is no
    ///   JSON, else the way there, as in `items[2].target`.
    public static func annotations(in bytes: [UInt8]) throws -> [Annotation] {
        do throws(JSONFault) {
            let root = try JSONNode(document: bytes)
            return try isGeoJSON(root)
                ? GeoJSON.annotations(in: root) : WebAnnotations.annotations(in: root)
        } catch {
            let place = error.place.isEmpty ? "" : "\(error.place): "
            throw ViewerError("\(place)\(error.problem)")
        }
    }

    private static func isGeoJSON(_ root: JSONNode) throws(JSONFault) -> Bool {
        guard root.isObject else {
            // An array of annotations.
            if case .array = root.value { return false }
            throw root.fault("these are neither Web Annotations nor GeoJSON")
        }
        guard let type = root.member("type") else {
            guard root.member("features") != nil else {
                throw root.fault(
                    "there is no “type”, so that these are neither Web Annotations nor GeoJSON")
            }
            return true
        }
        return GeoJSON.types.contains(try type.text())
    }
}

/// What is wrong in a JSON document, and where.
struct JSONFault: Error {
    /// The way to the value, as in `items[2].target`; empty for the document.
    let place: String
    let problem: String
}
