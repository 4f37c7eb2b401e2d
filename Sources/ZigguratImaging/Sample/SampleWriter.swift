internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Lets libvips ask for the picture's pixels from all its threads and write them in order.
struct SampleWriter {
    let picture: SamplePicture
    /// The number of threads, or nil for one on each core.
    let threads: Int?

    /// What the C callbacks are given.
    private final class Context {
        let picture: SamplePicture
        let progress: ((Double) -> Bool)?
        /// Set on the thread that writes, which is the one that reads it afterwards.
        var cancelled = false

        init(_ picture: SamplePicture, _ progress: ((Double) -> Bool)?) {
            self.picture = picture
            self.progress = progress
        }
    }

    /// - Parameters:
    ///   - file: the path of the file to write.
    ///   - options: the saver's options, as libvips takes them in brackets.
    ///   - destination: the path to speak of in errors.
    func write(
        to file: String, options: String, for destination: String,
        _ progress: ((Double) -> Bool)?
    ) throws(ZigguratError) {
        try VipsRuntime.start()
        guard let image = zig_image_new() else {
            throw .sampleFailed(destination, reason: VipsRuntime.takeError())
        }
        defer { zig_object_unref(image) }
        let context = Context(picture, progress)
        let result = withExtendedLifetime(context) {
            save(image, "\(file)[\(options)]", Unmanaged.passUnretained(context).toOpaque())
        }
        if context.cancelled {
            zig_error_clear()
            throw .sampleCancelled(destination)
        }
        guard result == 0 else {
            throw .sampleFailed(
                destination, reason: VipsRuntime.takeErrors().joined(separator: "; "))
        }
    }

    private func save(
        _ image: UnsafeMutablePointer<CVips.VipsImage>, _ name: String,
        _ context: UnsafeMutableRawPointer
    ) -> Int32 {
        zig_image_init_fields(
            image, Int32(picture.width), Int32(picture.height), 3, VIPS_FORMAT_UCHAR,
            VIPS_CODING_NONE, VIPS_INTERPRETATION_sRGB, 1, 1)
        if let threads {
            zig_image_set_int(image, VIPS_META_CONCURRENCY, Int32(threads))
        }
        guard zig_image_pipeline(image, VIPS_DEMAND_STYLE_FATSTRIP) == 0 else {
            return -1
        }
        // Called on several threads at once. What it reaches through the context is the picture,
        // which is an immutable value and Sendable.
        let fill: VipsGenerateFn = { region, _, context, _, _ in
            guard let region, let context else { return -1 }
            let picture = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().picture
            let area = region.pointee.valid
            let columns = Int(area.left)..<Int(area.left) + Int(area.width)
            for y in area.top..<area.top + area.height {
                guard let bytes = zig_region_address(region, area.left, y) else { return -1 }
                picture.draw(row: Int(y), columns: columns, into: bytes)
            }
            return 0
        }
        guard zig_image_generate(image, fill, context) == 0 else { return -1 }
        zig_image_on_progress(
            image,
            { image, state, data in
                guard let image, let state, let data else { return }
                let context = Unmanaged<Context>.fromOpaque(data).takeUnretainedValue()
                guard let progress = context.progress, !context.cancelled else { return }
                let total = max(Double(state.pointee.tpels), 1)
                if !progress(min(Double(state.pointee.npels) / total, 1)) {
                    context.cancelled = true
                    zig_image_set_kill(image, 1)
                }
            }, context)
        return zig_image_write_to_file(image, name)
    }
}
