internal import FoundationEssentials
public import ZigguratCore
internal import ZigguratFormats
public import ZigguratSystem
internal import ZigguratViewer

extension Annotation {
    /// Reads a file of Web Annotations (W3C) or of GeoJSON whose coordinates are pixels of the
    /// picture.
    ///
    /// - Throws: ``ZigguratError`` that names the place in the file.
    public static func read(_ path: String) throws(ZigguratError) -> [Annotation] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ZigguratError(
                .invalidOptions, path, "the annotations cannot be read",
                remedy: "name a file of Web Annotations or GeoJSON")
        }
        do {
            return try AnnotationFile.annotations(in: [UInt8](data))
        } catch let error as ViewerError {
            throw ZigguratError(.invalidOptions, path, error.message)
        } catch {
            throw ZigguratError(.invalidOptions, path, "\(error)")
        }
    }
}
