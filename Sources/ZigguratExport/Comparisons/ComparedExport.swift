internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// An export, or one of its bundles, that is given to be compared.
struct ComparedExport {
    /// The folder of the export, relative to the destination.
    let name: String
    let manifest: Manifest
    let bundle: Manifest.Bundle

    /// - Parameters:
    ///   - path: the folder of an export, or the folder or file of a bundle.
    ///   - destination: the folder that must hold the export.
    ///   - states: gets the state of the export.
    /// - Throws: ``ComparisonFailure``.
    init(
        _ path: String, in destination: Destination, _ formats: Formats,
        _ states: inout EntryStates
    ) throws(ZigguratError) {
        let path = Path.normalized(path)
        let contents: PathContents
        do throws(ZigguratError) {
            contents = try states.open(path, formats)
        } catch {
            guard error.reason as? PyramidFailure == .notFound else { throw error }
            throw ZigguratError(ComparisonFailure.notAnExport, path)
        }
        guard case .export(let export) = contents, let manifest = export.manifest,
            let bundle = Self.bundle(of: export, formats)
        else { throw ZigguratError(ComparisonFailure.notAnExport, path) }
        guard let root = FileSystem.resolved(destination.path),
            let folder = FileSystem.resolved(export.folder),
            folder.hasPrefix(root == "/" ? root : "\(root)/"), folder != root
        else {
            throw ZigguratError(ComparisonFailure.outsideDestination(destination.path), path)
        }
        name = String(folder.dropFirst(root == "/" ? 1 : root.count + 1))
        (self.manifest, self.bundle) = (manifest, bundle)
    }

    /// The bundle that is meant, or the first one that a page can read.
    private static func bundle(of export: StoredExport, _ formats: Formats) -> Manifest.Bundle? {
        guard export.bundlePath == nil, let manifest = export.manifest else {
            return export.bundles.first
        }
        return export.bundles.first { bundle in
            bundle.isFolder
                || formats.container(named: manifest.settings(of: bundle).container)
                    is any RangeReadableContainer
        } ?? export.bundles.first
    }
}
