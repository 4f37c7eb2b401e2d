import CMustache
import FoundationEssentials
import ZigguratCore
internal import ZigguratSystem

/// A value with the way to it, so that a complaint can say where it is.
struct JSONNode {
    let value: JSONValue
    let place: String

    init(_ value: JSONValue, at place: String) {
        self.value = value
        self.place = place
    }

    /// Reads a document.
    init(document bytes: [UInt8]) throws(JSONFault) {
        // Decoded values do not know where they stood; the other parser says where one is broken.
        if let problem = Self.syntaxError(in: bytes) {
            throw JSONFault(place: "", problem: problem)
        }
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw JSONFault(place: "", problem: "the file cannot be read as JSON: \(error)")
        }
        place = ""
    }

    private static func syntaxError(in bytes: [UInt8]) -> String? {
        // Sound because the buffer outlives the call, which keeps no pointer into it; what it
        // returns is ours and is copied before it is freed.
        let result = unsafe bytes.withUnsafeBytes { buffer in
            unsafe json_problem(buffer.baseAddress, buffer.count)
        }
        defer { unsafe mustache_result_free(result) }
        return unsafe result.error.map { unsafe String(cString: $0) }
    }

    var isObject: Bool { if case .object = value { true } else { false } }
    var isString: Bool { if case .string = value { true } else { false } }

    func fault(_ problem: String) -> JSONFault { JSONFault(place: place, problem: problem) }

    /// A member of an object; nil where there is none, or only null.
    func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value, let member = members[name] else { return nil }
        if case .null = member { return nil }
        return JSONNode(member, at: place.isEmpty ? name : "\(place).\(name)")
    }

    func required(_ name: String) throws(JSONFault) -> JSONNode {
        guard isObject else { throw fault("an object is wanted here") }
        guard let member = member(name) else { throw fault("“\(name)” is missing") }
        return member
    }

    /// The items of an array.
    func items() throws(JSONFault) -> [JSONNode] {
        guard case .array(let values) = value else { throw fault("an array is wanted here") }
        return values.enumerated().map { JSONNode($1, at: "\(place)[\($0)]") }
    }

    /// The items of an array, or the one value that is no array.
    var oneOrMany: [JSONNode] { (try? items()) ?? [self] }

    func text() throws(JSONFault) -> String {
        guard case .string(let text) = value else { throw fault("text is wanted here") }
        return text
    }

    func number() throws(JSONFault) -> Double {
        guard case .number(let number) = value, abs(number) < 1e9 else {
            throw fault("a number of pixels is wanted here")
        }
        return number
    }

    /// The text of the first member that is there and is text with something in it.
    func firstText(_ names: String...) -> String? {
        for name in names {
            if let text = try? member(name)?.text(), !text.isEmpty { return text }
        }
        return nil
    }
}
