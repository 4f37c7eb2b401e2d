import Foundation
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// A JSON document as a value that can be compared with a literal.
enum JSON: Equatable, Decodable {
    case null
    case truth(Bool)
    case number(Int)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .truth(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// The member of an object; `nil` if it is missing.
    subscript(_ name: String) -> JSON? {
        get { if case .object(let members) = self { members[name] } else { nil } }
        set {
            guard case .object(var members) = self else { return }
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The item of a list; `nil` if it is missing.
    subscript(_ index: Int) -> JSON? {
        get {
            guard case .list(let items) = self, items.indices.contains(index) else { return nil }
            return items[index]
        }
        set {
            guard case .list(var items) = self, items.indices.contains(index), let newValue
            else { return }
            items[index] = newValue
            self = .list(items)
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var items: [JSON]? { if case .list(let items) = self { items } else { nil } }
    var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(arrayLiteral elements: JSON...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { first, _ in first })
    }
}

extension Layout {
    /// The bytes of the layout's descriptor at a path; `nil` if the layout does not write it.
    func descriptor(_ path: String, of bundle: BundleDescription) throws -> [UInt8]? {
        try descriptors(of: bundle).first { $0.path == path }?.bytes
    }
}
