import Foundation
import TestSupport

/// A response of a server, as curl received it.
struct WebAnswer {
    let status: Int
    /// The headers by their names in lower case.
    let headers: [String: String]
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Parses the head and body of a raw response.
    init(_ wire: Data) throws {
        guard let end = wire.firstRange(of: Data("\r\n\r\n".utf8)) else {
            throw NoAnswer(wire: String(decoding: wire, as: UTF8.self))
        }
        let lines = String(decoding: wire[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        headers = Dictionary(
            lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (
                    parts[0].lowercased(),
                    parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                )
            }
        ) { $0 + " and " + $1 }
        body = wire[end.upperBound...]
    }

    struct NoAnswer: Error {
        let wire: String
    }
}

enum Curl {
    /// Requests an address without normalising it.
    static func get(_ address: String, _ options: String...) async throws -> WebAnswer {
        try await get(address, options)
    }

    static func get(_ address: String, _ options: [String]) async throws -> WebAnswer {
        let run = try await Shell.run(
            "curl", ["-si", "--globoff", "--path-as-is", "--max-time", "500"] + options + [address]
        ).orThrow()
        return try WebAnswer(run.standardOutput)
    }

    /// Sends bytes over a plain socket, and reads until the server closes.
    ///
    /// - Parameter patience: the seconds to wait for each part of a response.
    static func raw(_ request: String, port: Int, patience: Int = 500) async throws -> WebAnswer {
        let script = """
            import socket, sys
            s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), int(sys.argv[3]))
            s.sendall(sys.argv[2].encode("latin-1").decode("unicode_escape").encode("latin-1"))
            out = b""
            while True:
                part = s.recv(65536)
                if not part: break
                out += part
            sys.stdout.buffer.write(out)
            """
        let run = try await Shell.run(
            "python3", ["-I", "-c", script, "\(port)", request, "\(patience)"]
        ).orThrow()
        return try WebAnswer(run.standardOutput)
    }
}
