import Testing
import ZigguratSystem

@Suite struct ConditionLockedTests {
    @Test func `A wait ends at an answer or at its time limit`() {
        let number = ConditionLocked(0)
        #expect(number.wait(milliseconds: 20) { $0 == 0 ? nil : $0 } == nil)
        number.change { $0 = 7 }
        #expect(number.wait(milliseconds: 60_000) { $0 == 0 ? nil : $0 } == 7)
    }
}
