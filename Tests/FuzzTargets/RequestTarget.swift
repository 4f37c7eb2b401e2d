import ZigguratFormats

@testable import ZigguratServer

extension FuzzTarget {
    /// A request to `serve`: the method, the target and the header lines, each on its own line.
    static let request = FuzzTarget("request", longest: 1024) { folder in
        let export = try smallExport(in: folder)
        let responder = Responder(
            folder: try SiteFolder(export), containers: OpenContainers(.standard),
            access: AccessRules(host: "127.0.0.1"))
        return { input in
            let lines = String(decoding: input, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            guard lines.count >= 2 else { return }
            let headers = lines.dropFirst(2).compactMap { line -> (String, String)? in
                let parts = line.split(separator: ":", maxSplits: 1)
                return parts.count == 2
                    ? (parts[0].lowercased(), parts[1].drop { $0 == " " }.description) : nil
            }
            let request = Responder.Request(method: String(lines[0]), target: String(lines[1])) {
                name in headers.first { $0.0 == name.lowercased() }?.1
            }
            _ = responder.answer(request).body.count
        }
    }
}
