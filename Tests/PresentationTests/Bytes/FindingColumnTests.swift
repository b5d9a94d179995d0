import Presentation
import Shared
import Testing

struct FindingColumnTests {
    @Test(arguments: FieldName.findingTexts + FieldName.testedTexts)
    func `each text of a finding is a column that is read back`(name: FieldName) throws {
        let column = try #require(FindingColumn(rawValue: name.rawValue))
        #expect(column.text == name)
        #expect(!column.isExportOnly)
    }
}
