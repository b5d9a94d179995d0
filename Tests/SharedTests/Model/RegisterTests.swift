import Shared
import Testing

/// What is said of registers in one place holds together.
struct RegisterTests {
    @Test(arguments: FieldName.allCases)
    func `a register has a title and a place, and is found by its name`(name: FieldName) {
        #expect(!name.register.title.isEmpty)
        #expect(!name.register.homes.isEmpty)
        #expect(FieldID(path: "/\(name.rawValue)")?.name == name)
    }

    @Test func `the texts of a form are texts of a finding, and those of what was tested are not`()
    {
        #expect(
            FieldName.findingTexts.allSatisfy {
                $0.register.kind == .text && $0.register.homes.contains(.finding)
            })
        #expect(
            FieldName.testedTexts.allSatisfy {
                $0.register.kind == .label && $0.register.homes.contains(.state)
            })
        #expect(Set(FieldName.findingTexts).isDisjoint(with: FieldName.testedTexts))
    }
}
