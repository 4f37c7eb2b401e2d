internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

extension ExportPlan {
    /// Plans the bundles of an export: one for each layout, in the same order.
    ///
    /// - Parameters:
    ///   - caption: completed by the file's metadata.
    ///   - pages: `nil` if bundles have no pages.
    /// - Throws: ``ZigguratError`` if there is no layout or one twice, if the options do not fit
    ///   one of them, or if two of its files would have the same path.
    static func bundles(
        of source: SourceImage, name: String, options: ExportOptions, caption: Caption,
        pages: PageWriter?, _ lossless: LosslessBaseLevel?
    ) throws(ZigguratError) -> [BundlePlan] {
        let size = source.header.size
        let isSmall = options.publishesWhole(size)
        let pageBytes = pages?.byteCount(of: options.viewer, options.pageAssets) ?? 0
        let payload = options.fixity.payload
        var bundles: [BundlePlan] = []
        for layout in isSmall ? [.single] : options.layouts {
            guard !bundles.contains(where: { $0.layout.name == layout.name }) else {
                throw ZigguratError(OptionFailure.duplicateLayout(layout.name))
            }
            try options.container.check(layout)
            let pyramid = try layout.pyramid(
                name: name, imageSize: size,
                tiling: isSmall ? options.tilingOfWhole : options.tiling,
                levels: isSmall ? LevelRequest() : options.levels,
                rules: options.container.rules(of: layout))
            try layout.check(layout.pyramids(with: pyramid))
            try pages?.check(options.viewer, shows: pyramid, layout: layout.name)
            try lossless?.check(layout, pyramid)
            let description = BundleDescription(
                layout: layout.name, folder: payload + layout.name, pyramid: pyramid,
                caption: caption, baseURL: options.baseURL,
                micronsPerPixel: source.header.micronsPerPixel,
                leavesOutBlanks: options.blankTolerance != nil
                    && BundlePlan.canLeaveOutBlanks(
                        layout, options.container, hasPages: pages != nil)
            )
            var bundle = BundlePlan(layout, in: options.container, description, payload: payload)
            bundle.pageBytes = pageBytes
            bundle.baseLevelBytes = lossless?.byteCount
            bundles.append(bundle)
        }
        guard !bundles.isEmpty else { throw ZigguratError(OptionFailure.noLayout) }
        return bundles
    }
}

extension ExportOptions {
    /// Whether an image of a size is below the threshold.
    func publishesWhole(_ size: PixelSize) -> Bool {
        threshold.map { size.longSide < $0 } ?? false
    }

    /// The part of the tiling request that applies to an image without tiles. Without a format in
    /// the request it is that of the first layout.
    fileprivate var tilingOfWhole: TilingRequest {
        guard tiling.encoding == nil || tiling.takesUsualFormat, let layout = layouts.first else {
            return TilingRequest(encoding: tiling.encoding)
        }
        var encoding = tiling.encoding ?? TileEncoding(.jpeg)
        encoding.format = layout.rules.formats[0]
        return TilingRequest(encoding: encoding)
    }
}
