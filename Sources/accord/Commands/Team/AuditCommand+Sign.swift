import ArgumentParser
import Client
import Reading
import Shared

extension AuditCommand {
    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign", abstract: "Sign what is found in the current round (leads).",
            discussion: """
                A signature says what is in effect, by a hash, and over what was known when it was \
                given. It needs no network. It is refused while conflicts are open, the plan or a \
                withdrawal is contested, findings that a success criterion depends on are \
                untested, or the catalogue is not here. What cannot be mended before it is named, \
                with a reason each: --preview lists both and signs nothing. accord audit show says \
                later what became of it.

                Example: accord audit sign --preview
                Example: accord audit sign --statement "Audited against WCAG 2.2 AA." \\
                  --except cantTell="The report says not evaluated." --previewed 12-9f3c7a10
                """)

        @Option(help: "What you sign, in your words.") var statement: String?

        @Option(help: .init("What you sign without, and why.", valueName: "kind=reason"))
        var except: [String] = []

        @Flag(help: "Say what stands before the signature and what it would hold; sign nothing.")
        var preview = false

        @Option(help: .init("Only what a preview has shown.", valueName: "code"))
        var previewed: String?

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func validate() throws {
            try require(
                !preview || (statement == nil && except.isEmpty && previewed == nil),
                "Look at a preview or sign what one showed, not both.")
            try require(
                preview || statement?.isEmpty == false,
                "Write the statement: --statement TEXT. What you would sign: --preview")
        }

        func run() throws {
            let (client, view) = try options.open()
            let known = try catalogue.find(client, view)
            guard !preview else {
                let preview = try client.decisions.signing(of: view.audit, known)
                return try options.report(SigningPreviewReport(preview: preview))
            }
            let signed = try client.decisions.sign(
                statement ?? "", without: reasons(), asOf: previewed, of: view.audit, known)
            let now = try client.view(view.audit)
            guard let round = try SignedRound.all(in: now).first else { return }
            try options.report(SignedReport(rounds: [round], plan: now.plan, unsent: signed.unsent))
        }

        private func reasons() throws -> [String: String] {
            var reasons: [String: String] = [:]
            for text in except {
                let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else {
                    throw AuditError.invalid(
                        "an exception is written evidence=\"Why\"; “\(text)” is not")
                }
                guard reasons.updateValue(parts[1], forKey: parts[0]) == nil else {
                    throw AuditError.invalid("\(parts[0]) is named twice")
                }
            }
            return reasons
        }
    }
}
