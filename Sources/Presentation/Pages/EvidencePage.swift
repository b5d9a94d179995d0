/// One file of evidence as a finding has it.
package struct EvidencePage: Page {
    /// `evidence.mustache`.
    package static let template = "evidence"
    /// With the bars and the way up.
    package let frame: PageFrame
    let heading: String
    let lede: String
    /// The other files of the component state, in the order of its page; nil at the ends.
    let previous: PageFrame.Link?
    let following: PageFrame.Link?
    let file: File
    /// Where a form is sent that takes the file off the finding; nil for whoever may not.
    let detachAddress: String?
    let facts: [StatePage.Fact]
    /// Where else the same file is attached; empty for nowhere.
    let others: [PageFrame.Link]

    /// Takes what stands on the page, from its head to its foot.
    package init(
        frame: PageFrame, heading: String, lede: String,
        neighbours: (previous: PageFrame.Link?, following: PageFrame.Link?), file: File,
        detachAddress: String?, facts: [StatePage.Fact], others: [PageFrame.Link]
    ) {
        self.frame = frame
        self.heading = heading
        self.lede = lede
        previous = neighbours.previous
        following = neighbours.following
        self.file = file
        self.detachAddress = detachAddress
        self.facts = facts
        self.others = others
    }

    /// How a browser shows a file.
    package enum Show: Sendable {
        case picture, video, sound
        /// Nothing that a page can show within itself.
        case link
        /// The file is not on this laptop.
        case absent
    }

    /// The file itself; exactly one of the ways to show it is there.
    package struct File: Sendable {
        let picture: String?
        let video: String?
        let sound: String?
        /// Why nothing is shown; nil where something is.
        let hint: String?
        /// Nil while the file is not here.
        let download: String?
        let name: String
        /// Such as `menu.png, 1.2 MB`.
        let caption: String

        /// - Parameters:
        ///   - address: Of its bytes.
        ///   - size: In words; nil while the file is not here.
        package init(_ show: Show, address: String, name: String, size: String?) {
            picture = show == .picture ? address : nil
            video = show == .video ? address : nil
            sound = show == .sound ? address : nil
            download = show == .absent ? nil : "\(address)?download=1"
            self.name = name
            caption = [name, size].compactMap(\.self).joined(separator: ", ")
            hint =
                switch show {
                case .picture, .video, .sound: nil
                case .link: "A page cannot show this kind of file. Download it to open it."
                case .absent:
                    "The file is not on this laptop yet. It comes with a sync, once the laptop "
                        + "that has it has sent it."
                }
        }
    }
}
