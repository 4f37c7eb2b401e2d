import Foundation
import Testing

@testable import ZigguratExport
@testable import ZigguratStore

@Suite("Keys of records in plans of shards") struct ShardRecordKeyTests {
    @Test(
        "Reading a written key gives an equal key",
        arguments: [
            (RecordKey.property(.title), #"{"property":"title"}"#),
            (.property(.partOf), #"{"property":"part of"}"#),
            (.field("Shelf"), #"{"field":"Shelf"}"#),
            (.field("x@de"), #"{"field":"x@de"}"#), (.field("e@mail"), #"{"field":"e@mail"}"#),
            (.field("title"), #"{"field":"title"}"#), (.field(" "), #"{"field":" "}"#),
        ])
    func roundTrip(key: RecordKey, text: String) throws {
        let bytes = try JSONEncoder().encode(key)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(RecordKey.self, from: bytes) == key)
    }

    @Test("Invalid keys are refused", arguments: [#""title""#, "{}", #"{"property":"x"}"#])
    func invalid(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(RecordKey.self, from: Data(text.utf8))
        }
    }
}
