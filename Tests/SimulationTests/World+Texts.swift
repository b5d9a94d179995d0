import Client
import Foundation
import Shared
import TestSupport

/// What people write: mostly a few words that meet, now and then what a program stumbles over.
extension World {
    /// Whether people of this run paste whole pages; few runs, because these take their time.
    var writesLong: Bool { seed.isMultiple(of: 8) }

    /// One guideline, which everybody pastes: 16 kB, the largest text there may be.
    static let guideline = filled(
        "Menus say their name, their role and whether they are open. ", bytes: 16 * 1024)

    /// A label of 134 letters that are no ASCII.
    static let longLabel = String(
        String(repeating: "Kontoübersicht Žádný ωμέγα ", count: 5).prefix(134))

    private static let oddTexts = [
        // Composed and decomposed spell one word.
        "Cafe\u{301} u\u{308}ber", "Caf\u{e9} \u{fc}ber",
        // One letter for people, seven scalars; and a flag.
        "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F466}\u{1F3FD} \u{1F1E8}\u{1F1ED}",
        "读屏软件不读出按钮名称", "قارئ الشاشة لا يقرأ اسم الزر", "スクリーンリーダーがボタンの名前を読み上げない",
        "\u{202E}turned\u{202C} \u{FEFF}\u{200B}", "\"quoted\", with\ttab\r\nand lines\n\n",
        "no comma and no end", " ", "~/~0/~1", "\u{0}",
    ]

    /// Something for a note or a comment.
    mutating func anyText() -> String {
        if writesLong, generator.chance(30) { return longText() }
        if generator.chance(25) {
            goals[.oddText, default: 0] += 1
            return generator.pick(Self.oddTexts)
        }
        return "note \(generator.below(4))"
    }

    /// A text near its bound: equal everywhere, nothing alike, or three bytes a letter.
    private mutating func longText() -> String {
        goals[.longText, default: 0] += 1
        switch generator.below(3) {
        case 0: return Self.guideline
        case 1: return Self.noise(&generator)
        default: return Self.filled("读屏软件不读出按钮的名称", bytes: 16 * 1024)
        }
    }

    /// 16 kB of which nothing repeats itself, so that it travels as long as it is.
    static func noise(_ generator: inout SeededGenerator) -> String {
        let words = (0..<12 * 1024 / 8).map { _ in generator.next() }
        return words.withUnsafeBytes { Data($0) }.base64EncodedString()
    }

    /// A text repeated until no more of it fits.
    static func filled(_ text: String, bytes: Int) -> String {
        String(repeating: text, count: bytes / text.utf8.count)
    }

    /// The criteria of one change that is near the bound of its body: seven long texts.
    mutating func recordPage(_ index: Int) throws {
        guard writesLong else { return }
        let names: [FieldName] = [.note, .heard, .steps, .recommendation]
        var edits: [FieldEdit] = []
        for criterion in criteria {
            for name in names where edits.count < 7 {
                edits.append(
                    FieldEdit(FieldID(criterion: criterion, name), Drafts.text(longText())))
            }
        }
        goals[.largeBody, default: 0] += 1
        try save(RecordDraft(key: try anyState(of: index), edits: edits), laptop: index)
    }
}
