package import ZigguratCore
package import ZigguratFormats
package import ZigguratSystem

/// Opens stored pyramids of any tool, in any container.
package enum PyramidReader {
    /// The pyramids of an export, or the one of a bundle, a descriptor or a container file.
    ///
    /// - Throws: ``PyramidFailure`` if there is none, or several that do not belong together.
    package static func sources(
        at path: String, formats: Formats = .standard
    ) throws(ZigguratError) -> [any TileSource] {
        try OpenedPyramids(path, formats).entries.map(\.source)
    }
}
