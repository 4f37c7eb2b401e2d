import Testing
import ZigguratSystem

@Suite struct AmountTests {
    @Test(
        "Every number of seconds has a text",
        arguments: [
            (0.4, "0.4 s"), (12, "12 s"), (185, "3 min 05 s"), (7800, "2 h 10 min"),
            (-1e300, "0.0 s"), (.nan, "0.0 s"), (1e300, "277777777777 h 46 min"),
            (.infinity, "277777777777 h 46 min"),
        ] as [(Double, String)])
    func duration(seconds: Double, text: String) {
        #expect(Amount.duration(seconds) == text)
    }
}
