package import ZigguratCore
package import ZigguratSystem

/// Opens containers, so that their files can be previewed under paths that continue the container's
/// own: `/photo/photo.szi/photo/photo.dzi`.
package protocol ContainerOpener: Sendable {
    /// Whether a file may be a container, by its name.
    func mayOpen(_ name: String) -> Bool
    /// Opens a container.
    ///
    /// - Parameters:
    ///   - path: a path that is valid during the call; not the one under which the file is served.
    ///   - name: the file's name.
    /// - Throws: ``ZigguratError`` if the container is damaged or its format is unknown.
    func open(_ path: String, named name: String) throws(ZigguratError) -> any BundleFiles
}
