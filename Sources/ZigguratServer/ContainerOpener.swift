public import ZigguratCore
public import ZigguratSystem

/// Looks into files that others are packed into, so that they can be previewed under paths that go
/// on behind the file's own: `/photo/photo.szi/photo/photo.dzi`.
public protocol ContainerOpener: Sendable {
    /// Whether a file may be one to look into, by its name alone.
    func mayOpen(_ name: String) -> Bool
    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: where it can be opened while the call lasts; it is not the path that the file is
    ///     served under.
    ///   - name: what the file is called.
    /// - Throws: ``ZigguratError`` where it is damaged or nothing that is known.
    func open(_ path: String, named name: String) throws(ZigguratError) -> any BundleFiles
}
