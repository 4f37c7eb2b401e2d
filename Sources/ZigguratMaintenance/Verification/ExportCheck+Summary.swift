internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore

extension ExportCheck {
    /// A bundle that was checked.
    struct CheckedBundle {
        let bundle: Manifest.Bundle
        package let source: any TileSource
        /// The findings of its tiles and descriptors.
        let findings: Range<Int>
        let contents: BundleContents?
    }

    /// Reports each bundle with its faults, and the faults that belong to none. An export of one
    /// bundle has one summary.
    func report(
        _ bundles: [CheckedBundle], of manifest: Manifest, _ run: VerificationRun,
        _ earlierFindings: Int
    ) {
        var counts: [Int] = []
        for checked in bundles {
            let before = run.findingCount
            let count = (earlierFindings..<before).lazy.filter { index in
                checked.findings.contains(index)
                    || isPlace(run.findingPlaces[index], in: checked.bundle)
            }.count
            // A file that is missing, changed or unexpected is one fault, not one of each number.
            if count == 0 {
                checked.contents?.check(checked.bundle, at: export.manifestPlace, run)
            }
            counts.append(count + run.findingCount - before)
        }
        let all = run.findingCount - earlierFindings
        let isAlone = manifest.bundles.count == 1
        for (checked, count) in zip(bundles, counts) {
            run.report(
                .checked(Verification.Summary(checked.source, faults: isAlone ? all : count)))
        }
        let rest = all - counts.reduce(0, +)
        guard rest > 0, export.bundlePath == nil, !isAlone || bundles.isEmpty else { return }
        run.report(
            .checked(
                Verification.Summary(
                    place: folder, kind: "files beside the bundles", size: manifest.image.size,
                    levels: 0, tiles: 0, faults: rest)))
    }

    /// Whether a finding concerns a file of a bundle, a part of its container, or its page.
    private func isPlace(_ place: String, in bundle: Manifest.Bundle) -> Bool {
        [bundle.path, bundle.pageFolder].compactMap(\.self).contains { path in
            let start = "\(folder)/\(path)"
            return place == start || place.hasPrefix("\(start)/")
                || place.hasPrefix("\(start),")
        }
    }
}
