import CMustache
import FoundationEssentials
internal import ZigguratSystem

/// A Mustache template. `{{name}}` is escaped for HTML; `{{{name}}}` is put in as it is.
struct Template {
    /// What messages call the template, for example `page.html`.
    var name: String
    var bytes: [UInt8]

    /// Fills the template in with the members of `data`, which encodes as a JSON object.
    ///
    /// Throws a ``ViewerError`` that names the template, the line and the column where it is
    /// malformed.
    func rendered(with data: some Encodable) throws -> [UInt8] {
        let json = try JSON.encoded(data)
        // Sound because both buffers outlive the call, which keeps no pointer into them; what it
        // returns is ours and is copied before it is freed.
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
        if let error = unsafe result.error {
            let reason = unsafe String(cString: error)
            throw ViewerError("the template \(name) cannot be used: \(reason)")
        }
        throw ViewerError("memory ran out while the template \(name) was filled in")
    }
}
