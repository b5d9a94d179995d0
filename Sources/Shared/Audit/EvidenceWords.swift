/// What people say of one file of evidence, as everybody reads it.
package struct EvidenceWords: Hashable, Sendable {
    /// Its SHA-256 in 64 hexadecimal digits.
    package let file: String
    /// What it shows, for those who cannot see it.
    package private(set) var shows: String?
    package private(set) var caption: String?
    /// What is heard in it, for those who cannot hear it.
    package private(set) var heard: String?
    /// Ascending by id; what cannot be read as an area is none.
    package private(set) var areas: [MarkedArea] = []

    /// All versions of the texts of which several stand, in the order of the form.
    ///
    /// The newest of each is above.
    package private(set) var versions: [Sibling] = []

    /// The texts that people write of a file, in the order of its form.
    package static let texts: [FieldName] = [.evidenceShows, .evidenceCaption, .evidenceHeard]
    package static let areasMax = 20

    /// - Parameter registers: Those of one finding; what is of another file is passed over.
    package init(
        of file: String, in registers: some Sequence<(field: FieldID, siblings: [Sibling])>
    ) {
        self.file = file
        for (field, siblings) in registers where field.element.first == file {
            let text = siblings.newest?.value.text
            if let name = field.name, Self.texts.contains(name),
                Set(siblings.map(\.value)).count > 1
            {
                versions += siblings
            }
            switch field.name {
            case .evidenceShows: shows = text
            case .evidenceCaption: caption = text
            case .evidenceHeard: heard = text
            case .evidenceArea:
                guard let id = field.element.last, let text,
                    let area = MarkedArea(id: id, text: text)
                else { continue }
                areas.append(area)
            default: continue  // open set: all other registers
            }
        }
        areas.sort { $0.id < $1.id }
        let order = Self.texts
        versions.sort { left, right in
            let places = [left, right].map { one in
                order.firstIndex { $0 == one.field.name } ?? order.endIndex
            }
            return (places[0], left.dot) < (places[1], right.dot)
        }
    }

    package var isEmpty: Bool { shows == nil && caption == nil && heard == nil && areas.isEmpty }

    /// All texts, to be searched.
    package var said: [String] {
        let texts = [shows, caption, heard].compactMap(\.self)
        let others = versions.compactMap(\.value.text).filter { !texts.contains($0) }
        return texts + others + areas.map(\.label)
    }

    package func text(_ name: FieldName) -> String? {
        switch name {
        case .evidenceShows: shows
        case .evidenceCaption: caption
        case .evidenceHeard: heard
        default: nil  // open set: all other registers
        }
    }
}

extension FieldID {
    /// What a text of a file is of it, as exports name that: `shows`, `caption` or `heard`.
    package var said: String {
        switch name {
        case .evidenceShows: "shows"
        case .evidenceCaption: "caption"
        case .evidenceHeard: "heard"
        default: name?.rawValue ?? ""  // open set: all other registers
        }
    }
}

/// A part of a picture that somebody marked, with what is to be seen there.
///
/// Numbers are ten thousandths of the picture's width or height, so that an area holds at every
/// size in which the picture is shown, and whole numbers are the same on every machine.
package struct MarkedArea: Hashable, Sendable {
    /// 16 hexadecimal digits.
    package let id: String
    package let left: Int
    package let top: Int
    package let width: Int
    package let height: Int
    package let label: String

    package static let whole = 10_000
    package static let labelBytesMax = 400

    /// Nil for what does not lie within the picture, has no size or says nothing.
    package init?(
        id: String, left: Int, top: Int, width: Int, height: Int, label: String
    ) {
        let span = 0...Self.whole
        guard span.contains(left), span.contains(top), width > 0, height > 0,
            width <= Self.whole - left, height <= Self.whole - top, !label.isEmpty,
            label.utf8.count <= Self.labelBytesMax
        else { return nil }
        self.id = id
        self.left = left
        self.top = top
        self.width = width
        self.height = height
        self.label = label
    }

    /// Reads what `text` writes; nil for anything else, which a later version may have written.
    package init?(id: String, text: String) {
        let parts = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        let numbers = parts.prefix(4).compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(part).map(Int.init) : nil
        }
        guard parts.count == 5, numbers.count == 4 else { return nil }
        self.init(
            id: id, left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3],
            label: String(parts[4]))
    }

    /// As its register holds it: `left top width height label`.
    package var text: String { "\(left) \(top) \(width) \(height) \(label)" }
}
