import Testing
import ZigguratSystem

@Suite("SOURCE_DATE_EPOCH")
struct SourceDateEpochTests {
    @Test(
        "Whole seconds since 1970 are valid",
        arguments: [
            (nil, nil), ("", nil), ("0", 0), ("1700000000", 1_700_000_000), ("-1", nil),
            ("1e9", nil), ("1.5", nil), (" 1", nil), ("253402300799", 253_402_300_799),
            ("253402300800", nil), ("99999999999999999999", nil),
        ] as [(String?, Int?)])
    func values(text: String?, seconds: Int?) {
        #expect(SourceDateEpoch.value(of: text) == seconds)
    }
}
