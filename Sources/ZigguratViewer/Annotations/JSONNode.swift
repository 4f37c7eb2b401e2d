import CMustache
import FoundationEssentials
import ZigguratCore
internal import ZigguratSystem

/// A JSON value with its path in the document, for messages.
struct JSONNode {
    let value: JSONValue
    /// The path, such as `items[2].target`; empty for the document.
    let place: String

    init(_ value: JSONValue, at place: String) {
        self.value = value
        self.place = place
    }

    init(document bytes: [UInt8]) throws(ZigguratError) {
        place = ""
        // `JSONValue` does not report the line and column of a syntax error; this parser does.
        let failure = AnnotationFileError.invalid(.notJSON, place: "")
        if let message = Self.syntaxError(in: bytes) {
            throw ZigguratError(failure, cause: .library(message))
        }
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw ZigguratError(failure, cause: .library("\(error)"))
        }
    }

    private static func syntaxError(in bytes: [UInt8]) -> String? {
        // Safe because the buffer outlives the call, and the result is copied before it is freed.
        let result = unsafe bytes.withUnsafeBytes { buffer in
            unsafe json_problem(buffer.baseAddress, buffer.count)
        }
        defer { unsafe mustache_result_free(result) }
        return unsafe result.error.map { unsafe String(cString: $0) }
    }

    var isObject: Bool { if case .object = value { true } else { false } }
    var isString: Bool { if case .string = value { true } else { false } }

    func error(_ reason: AnnotationError) -> ZigguratError {
        ZigguratError(AnnotationFileError.invalid(reason, place: place))
    }

    /// Returns a member of an object; `nil` if it is missing or null.
    func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value, let member = members[name] else { return nil }
        if case .null = member { return nil }
        return JSONNode(member, at: place.isEmpty ? name : "\(place).\(name)")
    }

    func required(_ name: String) throws(ZigguratError) -> JSONNode {
        guard isObject else { throw error(.expectedObject) }
        guard let member = member(name) else { throw error(.missingMember(name)) }
        return member
    }

    func items() throws(ZigguratError) -> [JSONNode] {
        guard case .array(let values) = value else { throw error(.expectedArray) }
        return values.enumerated().map { JSONNode($1, at: "\(place)[\($0)]") }
    }

    /// The items of an array, or the value itself if it is not an array.
    var oneOrMany: [JSONNode] { (try? items()) ?? [self] }

    func text() throws(ZigguratError) -> String {
        guard case .string(let text) = value else { throw error(.expectedText) }
        return text
    }

    func number() throws(ZigguratError) -> Double {
        guard case .number(let number) = value, abs(number) < 1e9 else {
            throw error(.expectedNumber)
        }
        return number
    }

    /// Returns the first of several members that is a non-empty text.
    func firstText(_ names: String...) -> String? {
        for name in names {
            if let text = try? member(name)?.text(), !text.isEmpty { return text }
        }
        return nil
    }
}
