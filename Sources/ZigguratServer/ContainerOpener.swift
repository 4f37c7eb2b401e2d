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
    func open(_ path: String, named name: String) throws(ZigguratError) -> any ServedFiles
}

/// The files in a container. Paths are relative to its top, with `/` between folders.
package protocol ServedFiles: Sendable {
    /// The names directly in a folder, sorted, those of folders with a slash at the end; empty if
    /// the folder does not exist.
    func names(in folder: String) throws(ZigguratError) -> [String]
    /// The bytes of a file; `nil` if it does not exist.
    func contents(of path: String) throws(ZigguratError) -> [UInt8]?
    /// The range of the container that holds the bytes of the file as they are; `nil` otherwise.
    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>?
}
