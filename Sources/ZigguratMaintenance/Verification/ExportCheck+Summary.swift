internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore

extension ExportCheck {
    /// The result for one verified bundle.
    struct CheckedBundle {
        let bundle: Manifest.Bundle
        package let source: any TileSource
        /// The indexes of the findings in its tiles and descriptors.
        let findings: Range<Int>
        let contents: BundleContents?
    }

    /// Reports each bundle with its number of faults, then the number of faults outside all
    /// bundles. If the export has only one bundle, its summary counts all faults.
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
            // A missing, changed or unexpected file is one fault. Without this condition, each
            // wrong number would be a further fault.
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

    /// Whether a finding belongs to a file of a bundle, a part of its container, or its page.
    private func isPlace(_ place: String, in bundle: Manifest.Bundle) -> Bool {
        [bundle.path, bundle.pageFolder].compactMap(\.self).contains { path in
            let start = "\(folder)/\(path)"
            return place == start || place.hasPrefix("\(start)/")
                || place.hasPrefix("\(start),")
        }
    }
}
