public import ZigguratCore
public import ZigguratFormats
public import ZigguratSystem

/// Opens pyramids that lie on the disk, whoever wrote them and whatever they lie in.
public enum PyramidReader {
    /// The pyramids of an export, or the one of a bundle, a descriptor or a container file.
    ///
    /// - Throws: ``ZigguratError`` where there is none, or several that have nothing to do with each
    ///   other.
    public static func sources(
        at path: String, formats: Formats = .standard
    ) throws(ZigguratError) -> [any TileSource] {
        try OpenedPyramids(path, formats).entries.map(\.source)
    }
}
