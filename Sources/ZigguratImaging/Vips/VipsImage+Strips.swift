internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

extension VipsImage {
    /// Has a loader that decodes the whole picture in one go do so: from then on its rows are there.
    /// What goes wrong shows when they are read.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels, and leaves the loader
    ///   to itself.
    func decode(isWanted: () -> Bool) throws(ZigguratError) {
        try LeavableWork.run(isWanted: isWanted) {
            if let region = zig_region_new(self.pointer) {
                var row = VipsRect(left: 0, top: 0, width: Int32(self.width), height: 1)
                _ = zig_region_prepare(region, &row)
                zig_object_unref(region)
            }
            VipsRuntime.leaveThread()
        }
    }

    /// Computes the picture from the top and shows its rows.
    ///
    /// - Parameters:
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    ///   - row: is given the address of a row's first sample; an answer of `false` ends it. What
    ///     cannot be computed is not shown.
    func forEachRow(
        isWanted: () -> Bool, _ row: (UnsafeRawPointer) -> Bool
    ) throws(ZigguratError) {
        let isWhole = try forEachStrip { region, rows throws(ZigguratError) in
            guard isWanted() else { throw ZigguratError(.cancelled, "", "stopped on request") }
            for y in rows {
                guard let address = zig_region_address(region, 0, Int32(y)), row(address) else {
                    return false
                }
            }
            return true
        }
        if !isWhole { zig_error_clear() }
    }

    /// Whether every row can be computed; libvips' error buffer says why not.
    func isComputable() -> Bool { forEachStrip { _, _ in true } }

    /// Computes the picture from the top, a few rows at a time.
    ///
    /// - Parameter body: is given the region that has the rows; an answer of `false` ends it.
    /// - Returns: whether the body has seen all of them.
    private func forEachStrip<Failure: Error>(
        _ body: (UnsafeMutablePointer<VipsRegion>, Range<Int>) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard let region = zig_region_new(pointer) else { return false }
        defer { zig_object_unref(region) }
        for top in stride(from: 0, to: height, by: 16) {
            let rows = top..<min(top + 16, height)
            var strip = VipsRect(
                left: 0, top: Int32(top), width: Int32(width), height: Int32(rows.count))
            guard zig_region_prepare(region, &strip) == 0, try body(region, rows) else {
                return false
            }
        }
        return true
    }
}
