internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

extension Exporter.Options {
    /// The most tiles of a bundle that visitors can store.
    static let mostOfflineTiles = 20_000

    /// - Throws: ``OptionFailure`` if the options exclude tiles in two formats.
    func checkFormats() throws(ZigguratError) {
        guard layouts.contains(where: { $0 is AlternativeLayout }) else { return }
        if !container.isFolder {
            throw ZigguratError(OptionFailure.formatsInContainer(container.name))
        }
        if tiling.encoding?.cutsSource == true {
            throw ZigguratError(OptionFailure.formatsOfSource)
        }
    }

    /// - Throws: ``OptionFailure`` if the blank tiles of an image differ between the two formats.
    func checkBlanks(of header: SourceHeader) throws(ZigguratError) {
        guard settings.blankTolerance != nil, header.hasAlpha, settings.alpha == .keep,
            let layout = layouts.lazy.compactMap({ $0 as? AlternativeLayout }).first
        else { return }
        let base = tiling.encoding?.format ?? layout.base.rules.formats[0]
        if base.keepsAlpha != layout.format.keepsAlpha {
            throw ZigguratError(OptionFailure.blanksOfFormats(layout.format))
        }
    }

    /// - Throws: ``OptionFailure`` if the options exclude offline pages.
    func checkOffline() throws(ZigguratError) {
        guard settings.offline else { return }
        if !container.isFolder {
            throw ZigguratError(OptionFailure.offlineContainer(container.name))
        }
        if settings.viewer == .none { throw ZigguratError(OptionFailure.offlineWithoutPage) }
        if settings.pageAssets == .page { throw ZigguratError(OptionFailure.offlineInOneFile) }
    }

    func checkOffline(_ pyramid: Pyramid) throws(ZigguratError) {
        let (count, limit) = (pyramid.tileCount, Self.mostOfflineTiles)
        if settings.offline, count > limit {
            throw ZigguratError(OptionFailure.offlineTiles(count, limit: limit))
        }
    }
}
