import Client
import Foundation
import Reading
import Shared

/// A picture with its marked areas, at one of three sizes, and the form that marks another.
struct EvidenceViewer: Sendable {
    let source: String
    let pictureAlt: String
    let zoomClass: String
    /// Set where the picture is shown at twice its size.
    let isDouble: Bool
    let zooms: [ZoomLink]
    let areas: [Area]
    /// Nil for whoever may not mark.
    let marking: Marking?

    enum Zoom: String, CaseIterable, Sendable {
        case fit, full, double

        fileprivate var title: String {
            switch self {
            case .fit: "Fit"
            case .full: "Full size"
            case .double: "200 %"
            }
        }
    }

    struct ZoomLink: Sendable {
        let zoomHref: String
        let zoomTitle: String
        let isChosen: Bool
        /// The key that chooses it, as the page's script finds it.
        let zoomName: String
    }

    /// One marked area; places are per cent of the drawing, which lies over the picture.
    struct Area: Sendable {
        let number: Int
        let id: String
        let label: String
        let x: String
        let y: String
        let width: String
        let height: String
        /// Whether there is a button that removes it.
        let canRemove: Bool
        let changeAddress: String
    }

    struct Marking: Sendable {
        let markAddress: String
        let left: String
        let top: String
        let width: String
        let height: String
        let label: String
        let isOpen: Bool
        /// Why what was typed is no mark; nil for nothing typed.
        let refusal: String?
    }

    init(
        _ item: EvidenceItem, in view: AuditView, zoom: Zoom, canRecord: Bool, _ form: Form
    ) {
        let address = Address.evidence(item, in: view)
        source = Address.evidenceBytes(view.audit, item.hash.hex)
        pictureAlt = item.said.shows ?? "Attached picture \(item.shownName), not described yet"
        zoomClass = "zoom-\(zoom == .fit ? "fit" : "natural")"
        isDouble = zoom == .double
        zooms = Zoom.allCases.map {
            ZoomLink(
                zoomHref: "\(address)&zoom=\($0.rawValue)", zoomTitle: $0.title,
                isChosen: $0 == zoom, zoomName: $0.rawValue)
        }
        areas = item.said.areas.enumerated().map { index, area in
            Area(
                number: index + 1, id: area.id, label: area.label,
                x: MarkedArea.percent(area.left), y: MarkedArea.percent(area.top),
                width: MarkedArea.percent(area.width), height: MarkedArea.percent(area.height),
                canRemove: canRecord, changeAddress: address)
        }
        let typed = form.values(where: "act", is: "mark")
        func text(_ name: String) -> String { typed?.text(name) ?? "" }
        marking =
            canRecord
            ? Marking(
                markAddress: address, left: text("left"), top: text("top"), width: text("width"),
                height: text("height"), label: text("label"), isOpen: typed != nil,
                refusal: typed == nil ? nil : form.refusal?.text) : nil
    }
}

extension MarkedArea {
    /// Reads per cent as somebody types them, with a point or a comma; nil for what is none.
    static func parts(_ text: String) -> Int? {
        let plain = text.replacing(",", with: ".")
        // Also hexadecimal digits and exponents would be read as numbers.
        guard plain.utf8.count <= 8, plain.utf8.allSatisfy({ $0 == 0x2E || 0x30...0x39 ~= $0 }),
            let number = Double(plain), (0...100).contains(number)
        else { return nil }
        return Int((number * Double(whole) / 100).rounded())
    }

    /// Such as `32.5`, for fields and drawings.
    static func percent(_ parts: Int) -> String {
        let (whole, rest) = parts.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
