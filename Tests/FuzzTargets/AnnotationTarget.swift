import ZigguratViewer

extension FuzzTarget {
    /// Web Annotations and GeoJSON.
    static let annotations = FuzzTarget("annotations") { input in
        _ = try? AnnotationFile.annotations(in: input)
    }
}
