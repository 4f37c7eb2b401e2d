import CMustache
internal import ZigguratCore
internal import ZigguratSystem

/// A Mustache template. `{{name}}` is escaped for HTML; `{{{name}}}` is inserted unchanged.
package struct Template {
    /// The path of the template's file, for messages; the name of a built-in template.
    let place: String
    let bytes: [UInt8]

    /// Renders the template with the members of a value that encodes as a JSON object.
    func rendered(with data: some Encodable) throws(ZigguratError) -> [UInt8] {
        let json = try BundleFile.jsonLine(place, data).bytes
        // Safe because both buffers outlive the call, and the result is copied before it is freed.
        let result = unsafe bytes.withUnsafeBytes { template in
            unsafe json.withUnsafeBytes { data in
                unsafe mustache_render(
                    template.baseAddress, template.count, data.baseAddress, data.count)
            }
        }
        defer { unsafe mustache_result_free(result) }
        if let text = unsafe result.text {
            return unsafe Array(UnsafeRawBufferPointer(start: text, count: result.count))
        }
        let cause = unsafe result.error.map {
            unsafe ZigguratError.Cause.library(String(cString: $0))
        }
        throw ZigguratError(TemplateFailure.cannotRender, place, cause: cause)
    }
}
