import Testing

@testable import Publishing

struct CellTextTests {
    private func shown(_ text: String) -> (text: String, isWhole: Bool) {
        var cell = CellText()
        let isWhole = cell.take(text)
        return (String(decoding: cell.bytes.dropLast(), as: UTF8.self), isWhole)
    }

    @Test(
        arguments: [
            ("8.10", "8.10"), ("=1+1", "=1+1"), ("a\tb\nc", "a\tb\nc"),
            ("a\r\nb\rc\n", "a\nb\nc\n"),
            ("\u{0}\u{1B}[1m", "\u{2400}\u{241B}[1m"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
            ("_x0041_", "_x005F_x0041_"), ("_x004_ _y0041_ _", "_x004_ _y0041_ _"),
            ("_x005F_x00e9_", "_x005F_x005F_x005F_x00e9_"),
            ("\u{202E}שלום 👩‍👩 é", "\u{202E}שלום 👩‍👩 é"),
        ])
    func `a text stands as every reader of workbooks sees it`(text: String, cell: String) {
        #expect(shown(text).text.utf8.elementsEqual(cell.utf8))
        #expect(shown(text).isWhole)
    }

    @Test(arguments: ["a", "é", "語", "👩", "_x0041_", "\r"])
    func `a text longer than a cell is cut between two characters, and says so`(piece: String) {
        let units = shown(piece).text.utf16.count
        let most = CellText.unitsMax / units
        let whole = shown(String(repeating: piece, count: most))
        #expect(whole.isWhole)
        #expect(whole.text.utf16.count == most * units)
        for count in [most + 1, most * 3] {
            let cut = shown(String(repeating: piece, count: count))
            #expect(!cut.isWhole)
            #expect(cut.text.hasSuffix(CellText.cut))
            #expect((CellText.unitsMax - 6...CellText.unitsMax).contains(cut.text.utf16.count))
            #expect(!cut.text.contains("\u{FFFD}"))
        }
    }
}
