internal import ZigguratCore

/// What an export's manifest says about one of its bundles.
struct BundleExpectation {
    let manifest: Manifest.Bundle
    let manifestPlace: String
    /// The files that describe the pyramid.
    let descriptors: [BundleFile]
    /// The container's own files.
    let otherFiles: [String]

    /// Whether the bundle must have a page.
    var hasPage: Bool { manifest.page != nil }

    /// Compares the manifest's counts with the bundle.
    func check(files: Int, bytes: Int, of source: any TileSource, _ run: VerificationRun) {
        let counts: [(Fault.Count, stated: Int, actual: Int)] = [
            (.levels, manifest.levels, source.pyramid.levels.count),
            (.tiles, manifest.tiles, source.tileCount),
            (.files, manifest.files, files),
            // The bytes of a container are the size of its one file.
            (.bytes, manifest.bytes, manifest.isFolder ? bytes : manifest.bytes),
        ]
        for (count, stated, actual) in counts where stated != actual {
            run.found(
                .wrongCount(count, stated: stated, actual: actual, bundle: manifest.path),
                at: manifestPlace)
        }
    }
}
