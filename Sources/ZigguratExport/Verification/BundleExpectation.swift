internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// What an export's manifest says of one of its bundles.
struct BundleExpectation {
    let manifest: Manifest.Bundle
    /// Where the manifest lies.
    let manifestPlace: String
    /// The files that describe the pyramid.
    let descriptors: [BundleFile]
    /// Further files that the container gives a bundle.
    let otherFiles: [String]

    /// Whether there has to be a page in the bundle.
    var hasPage: Bool { manifest.page != nil }

    func check(files: Int, bytes: Int, of source: any TileSource, _ run: VerificationRun) {
        let counts = [
            ("levels", manifest.levels, source.pyramid.levels.count),
            ("tiles", manifest.tiles, source.tileCount),
            ("files", manifest.files, files),
        ]
        for (name, said, found) in counts where said != found {
            run.found(
                .manifest, manifestPlace,
                "it counts \(said) \(name) in \(manifest.path), and there are \(found)")
        }
        if manifest.isFolder, manifest.bytes != bytes {
            run.found(
                .manifest, manifestPlace,
                "it counts \(manifest.bytes) bytes in \(manifest.path), and there are \(bytes)")
        }
    }
}
