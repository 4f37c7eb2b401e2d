import Testing

/// A response of a server, and the expected result in the page.
struct ArchiveReply: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Changes `answer` (`status`, `headers`, `body`), which is the response to request number
    /// `count`, counted from 1. The request has `start`, `end` and a `cache` mode; `bytes` has the
    /// file.
    let script: String
    /// `tiles`, or the reason of the error.
    let result: String
    /// The number of requests for the first tile. The page reads two more tiles afterwards.
    var requests: ClosedRange<Int> = 1...2

    static let all = [
        ArchiveReply(testDescription: "right", script: "", result: "tiles", requests: 3...3),
        ArchiveReply(
            testDescription: "whole file", script: "answer.status = 200", result: "ranges"),
        ArchiveReply(
            testDescription: "another part",
            script: "answer.headers['Content-Range'] = `bytes 9-${end + 8}/${bytes.length}`",
            result: "ranges"),
        ArchiveReply(
            testDescription: "compressed", script: "answer.headers['Content-Encoding'] = 'gzip'",
            result: "ranges"),
        ArchiveReply(
            testDescription: "beyond the end",
            script: "answer.status = 416; answer.body = null", result: "truncated"),
        ArchiveReply(
            testDescription: "missing", script: "answer.status = 404", result: "missing"),
        ArchiveReply(
            testDescription: "denied", script: "answer.status = 403", result: "denied"),
        ArchiveReply(
            testDescription: "server error", script: "answer.status = 503", result: "network"),
        ArchiveReply(
            testDescription: "incomplete", script: "answer.body = answer.body.slice(1)",
            result: "network"),
        ArchiveReply(
            testDescription: "too long",
            script: "answer.body = bytes.slice(start, end + 500)", result: "tiles",
            requests: 3...3),
        ArchiveReply(
            testDescription: "unknown size",
            script: "answer.headers['Content-Range'] = `bytes ${start}-${end - 1}/*`",
            result: "tiles", requests: 3...3),
        ArchiveReply(
            testDescription: "hidden headers", script: "answer.headers = {}", result: "tiles",
            requests: 3...3),
        ArchiveReply(
            testDescription: "hidden headers, and the tiles are shorter",
            script: """
                answer.body = count > 1 ? answer.body.slice(1) : answer.body;
                answer.headers = { 'Content-Length': answer.body.length };
                """, result: "truncated"),
        ArchiveReply(
            testDescription: "hidden headers, and the tiles are empty",
            script: "answer.headers = {}; answer.body = count > 1 ? '' : answer.body",
            result: "network"),
        ArchiveReply(
            testDescription: "weak version at first",
            script: "answer.headers.ETag = count === 1 ? 'W/\"a\"' : '\"a\"'", result: "tiles",
            requests: 3...3),
        ArchiveReply(
            testDescription: "another version",
            script: "answer.headers.ETag = count === 1 ? 'a' : 'b'", result: "changed",
            requests: 3...3),
        ArchiveReply(
            testDescription: "another time stamp",
            script: "answer.headers['Last-Modified'] = count === 1 ? 'a' : 'b'",
            result: "changed", requests: 3...3),
        ArchiveReply(
            testDescription: "another size",
            script: """
                if (count > 1) { answer.headers['Content-Range']
                  = `bytes ${start}-${end - 1}/${bytes.length + 1}` }
                """, result: "changed", requests: 3...3),
        ArchiveReply(
            testDescription: "older version in the cache",
            script: "answer.headers.ETag = cache === 'default' ? 'old' : 'new'",
            result: "tiles", requests: 5...5),
    ]
}
