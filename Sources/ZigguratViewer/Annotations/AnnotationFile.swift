package import ZigguratCore
package import ZigguratSystem

/// A reader of an image's annotations: Web Annotations (W3C Web Annotation Data Model), or GeoJSON
/// (RFC 7946) whose coordinates are pixels of the image.
package enum AnnotationFile {
    /// - Throws: ``ZigguratError`` with an ``AnnotationFailure`` that contains the place in the
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
            throw root.mistake(.unknownFormat)
        }
        guard let type = root.member("type") else {
            guard root.member("features") != nil else { throw root.mistake(.unknownFormat) }
            return true
        }
        return GeoJSON.types.contains(try type.text())
    }
}

extension Annotation {
    /// Reads a file of annotations.
    package static func read(_ path: String) throws(ZigguratError) -> [Annotation] {
        guard let bytes = try? FileSystem.contents(of: path) else {
            throw ZigguratError(AnnotationFailure.unreadable, path)
        }
        do throws(ZigguratError) {
            return try AnnotationFile.annotations(in: bytes)
        } catch {
            throw error.about(path)
        }
    }
}
