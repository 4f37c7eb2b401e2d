internal import CVips
internal import ZigguratCore

extension VipsPicture {
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
        guard let region = zig_region_new(pointer) else { return zig_error_clear() }
        defer { zig_object_unref(region) }
        for top in stride(from: 0, to: height, by: 16) {
            guard isWanted() else { throw ZigguratError(.cancelled, "", "stopped on request") }
            let count = min(16, height - top)
            var strip = VipsRect(
                left: 0, top: Int32(top), width: Int32(width), height: Int32(count))
            guard zig_region_prepare(region, &strip) == 0 else { return zig_error_clear() }
            for y in top..<top + count {
                guard let address = zig_region_address(region, 0, Int32(y)), row(address) else {
                    return
                }
            }
        }
    }
}
