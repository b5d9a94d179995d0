import Foundation
import Shared

/// What a file was called, made fit for every folder it may come to lie in.
enum EvidenceName {
    /// The last component, without characters that lead elsewhere or cannot be seen; nil for none.
    ///
    /// Names come from other people's laptops: they are cleaned when written and when read.
    static func cleaned(_ path: String) -> String? {
        let last = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        let visible = Text(normalizing: String(last)).string.unicodeScalars.filter {
            !CharacterSet.controlCharacters.contains($0)
        }
        var name = String(String.UnicodeScalarView(visible)).trimmingCharacters(in: .whitespaces)
        // "." and ".." are folders, and names that begin with a dot hide.
        name = String(name.drop { $0 == "." })
        while name.utf8.count > bytesMax { name.removeFirst() }
        return name.isEmpty ? nil : name
    }

    /// The end of a longer name is kept, because it tells the type.
    private static let bytesMax = 200
}
