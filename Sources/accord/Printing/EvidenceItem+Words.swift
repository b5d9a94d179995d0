import Client
import Shared

extension EvidenceItem {
    /// `menu.png (image/png, 1.2 MB), here`: enough to know the file again and to find it.
    func words(in view: AuditView) -> String {
        let about = [type?.mediaType, size.map { sized($0) }].compactMap(\.self)
        let detail = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
        return "\(name ?? shortHash)\(detail), \(standing(in: view))"
    }

    /// Where it is: `here`, `to send`, or whose laptop has to sync before it can come.
    func standing(in view: AuditView) -> String {
        switch place {
        case .here: "here"
        case .toSend: "here, to send"
        case .pending:
            "pending from \(view.plan.name(of: author)) (device \(replica.hex.prefix(8)))"
        }
    }

    var shortHash: String { String(hash.hex.prefix(12)) }
}

/// `812 bytes`, `1.2 MB`.
func sized(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return counted(Int(bytes), "byte") }
    var (size, unit) = (Double(bytes) / 1000, "kB")
    for larger in ["MB", "GB"] where size >= 1000 { (size, unit) = (size / 1000, larger) }
    let tenths = Int((size * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) \(unit)"
}
