import ArgumentParser
import Client
import Shared

extension AuditCommand {
    struct Announcements: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say how strictly announcements are taken.",
            discussion: """
                TalkBack says "disabled", and some guides print "dimmed", which is VoiceOver's \
                word. A strict audit fails it, a lenient one takes it for a remark. Without an \
                argument it says how the audit takes it.

                Example: accord audit announcements lenient
                """)

        @Argument(help: "How to take them from now on; only leads change it.")
        var strictness: AnnouncementStrictness?

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            if let strictness {
                try view.requireLead("say how strictly announcements are taken")
                let edit = FieldEdit(FieldID(.announcements), Drafts.text(strictness.rawValue))
                try client.savePlan([edit], of: view)
            }
            let present = strictness ?? view.plan.announcements
            try options.answer(["announcements": present.rawValue]) {
                print("“\(view.plan.title)” takes announcements \(present.adverb).")
                if strictness != nil, strictness != view.plan.announcements {
                    print(
                        "The server learns of it at the next sync. Suggestions that are kept stay "
                            + "as they are until: accord announce recheck --save")
                }
            }
        }
    }
}

extension AnnouncementStrictness {
    fileprivate var adverb: String {
        switch self {
        case .strict: "strictly"
        case .lenient: "leniently"
        }
    }
}

extension AnnouncementStrictness: ExpressibleByArgument {}
