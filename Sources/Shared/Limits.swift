/// Every bound of the system, told in capabilities and checked before anything is saved.
package struct Limits: Hashable, Sendable {
    /// A free text: note, heard, steps, recommendation, comment, reason.
    package var textBytesMax = 16 * 1024
    /// A label, screen, title or other name of a thing.
    package var labelBytesMax = 512
    package var nameBytesMax = 200
    /// A tag or link.
    package var elementBytesMax = 2 * 1024
    package var writesPerChangeMax = 256
    /// Bytes of one change's body as it was first written.
    package var bodyBytesMax = 128 * 1024
    /// Bytes that a re-issue puts around the first body.
    package var wrapperBytesMax = 4 * 1024
    package var pushChangesMax = 1_000
    /// Bytes of one push, decoded.
    package var pushBytesMax = 4 * 1024 * 1024
    package var pullRecordsMax = 1_000
    /// Bytes of one record as it travels, in a pull and in a request to reconcile alike.
    package var recordBytesMax = 96 * 1024 * 1024
    /// Decoded bytes of any answer, and of a request to reconcile: a record and what is around it.
    package var decodedBytesMax = 104 * 1024 * 1024
    /// Bytes of first bodies that one author has live in a record, without what they had seen.
    package var shareBytesMax = 512 * 1024
    package var shareWritesMax = 2_048
    /// Writes that one author has live in one register.
    package var shareSiblingsMax = 8
    /// Replicas of one person in a record's context.
    package var shareReplicasMax = 64
    /// Elements that one author has live in one set of a record.
    package var elementsPerFieldMax = 250
    /// The same in the plan.
    package var planElementsMax = 2_000
    /// Bytes of first bodies that all adoptions of a record together have live.
    package var adoptedBytesMax = 8 * 1024 * 1024
    package var adoptedWritesMax = 8_192
    package var adoptedSiblingsMax = 64
    /// Authors of a record, leads included.
    package var authorsMax = 64
    /// The last places among a record's authors, which only leads take.
    package var authorsOfLeads = 8
    /// Edits that one write may name: eight of each of 64 authors.
    package var replacesPerWriteMax = 8 * 64
    /// Edits that one withdrawal may cover; of more, several cover together.
    package var coversPerChangeMax = 7_000
    /// Entries of a record's context from which leads are told.
    package var contextEntriesAlarm = 64
    /// Entries of what a change says it has seen: one a replica.
    package var seesEntriesMax = 16
    /// How long after it was made an invite can be used.
    package var inviteLifetime = Duration.seconds(7 * 24 * 3600)
    /// Invites of one lead that nobody has used, in all audits; with 0 leads write none.
    package var openInvitesPerLeadMax = 50
    /// How long the server holds a pull that has nothing to tell.
    package var waitMax = Duration.seconds(30)
    /// Pulls that the server holds at a time; more are answered at once.
    package var heldPullsMax = 2_000
    /// Pulls that the server holds at a time for one person, or for the exporters of one audit.
    package var heldPullsPerPersonMax = 16
    /// Exports that the server writes at a time; each keeps a snapshot open.
    package var exportsMax = 8
    /// Exports that the server writes or sends at a time to one person, or to an audit's exporters.
    package var exportsPerPersonMax = 2
    /// How long an export that was asked for stays on the disk, so that a reader can go on.
    package var exportSpoolLifetime = Duration.seconds(15 * 60)
    /// What such exports take of the disk together.
    package var exportSpoolBytesMax: UInt64 = 4 * 1024 * 1024 * 1024
    package var evidenceFileBytesMax: UInt64 = 2 * 1024 * 1024 * 1024
    package var catalogueFilesMax = 200
    /// Bytes of one catalogue's files together, as they travel.
    package var catalogueBytesMax = 16 * 1024 * 1024
    /// Criteria of one control on one platform; like the next six it is asked of new catalogues.
    package var criteriaPerPlatformMax = 500
    package var hintsPerPlatformMax = 500
    package var statesPerPlatformMax = 100
    package var partsPerControlMax = 100
    /// Characters of the title of a control, part or state.
    package var catalogueTitleLengthMax = 80
    package var catalogueTextBytesMax = 4_000
    package var catalogueCodeBytesMax = 8_000
    /// Bytes of the file of one lens.
    package var lensBytesMax = 1024 * 1024
    package var lensClausesMax = 1_000
    /// Bytes of changes, and of evidence, that a server grants one person in one audit.
    package var logBytesPerPersonMax: UInt64 = 256 * 1024 * 1024
    package var evidenceBytesPerPersonMax: UInt64 = 20 * 1024 * 1024 * 1024
    /// Bytes that evidence leaves free on the server's disk, so that findings still fit.
    package var evidenceReserveBytes: UInt64 = 64 * 1024 * 1024
    /// How long the server keeps an upload that nobody goes on with.
    package var uploadLifetime = Duration.seconds(7 * 24 * 3600)
    /// Uploads that one person may have begun and not ended in one audit.
    package var uploadsPerPersonMax = 256
    /// Bytes of all requests' bodies in the server's memory at a time, as far as they have arrived.
    package var bodiesBytesMax = 448 * 1024 * 1024
    /// Bytes of one person's bodies in memory at a time: room for the largest request.
    package var bodiesBytesPerPersonMax = 112 * 1024 * 1024
    /// Bodies that one person sends at a time.
    package var bodiesPerPersonMax = 16
    package var bodyTimeMax = Duration.seconds(900)
    /// Bytes of all answers in the server's memory that nobody has taken yet.
    package var answersBytesMax = 448 * 1024 * 1024
    /// Pulls and chains that are answered at the same time; others wait for their turn.
    package var answersMadeMax = 8
    /// Bytes of one person's answers that nobody has taken yet: room for the largest answer.
    package var answersBytesPerPersonMax = 112 * 1024 * 1024
    /// Requests that one person sends in a minute, or the exporters of one audit.
    package var requestsPerMinuteMax = 6_000
    /// Requests without a valid token that come from one address in a minute.
    package var anonymousRequestsPerMinuteMax = 1_200
    /// Askers whose requests are counted; of more, those that asked least are forgotten.
    package var requestersMax = 16_384
    /// Devices of one person, without retired ones and succeeded ones that have been silent.
    package var devicesPerPersonMax = 64
    package var newDevicesPerDayMax = 16
    /// Days after which a device that its person went on from is not counted any more.
    package var succeededDeviceDays = 30
    /// Replicas of one person that are retired from their beginning, in one epoch.
    package var depositReplicasMax = 16
    /// Changes that are kept of one retired device without taking effect, in all audits.
    package var depositChangesMax = 100_000
    /// Bytes of chains that the server cannot place and one person has brought, in all audits.
    package var unplacedBytesMax: Int64 = 64 * 1024 * 1024
    package var unplacedChangesMax: Int64 = 100_000
    /// Bytes of one capture of a screen; like the next three a laptop's own matter.
    package var captureBytesMax = 64 * 1024 * 1024
    package var captureElementsMax = 200_000
    /// How deep the elements of a capture lie within each other.
    package var captureDepthMax = 400
    package var captureAttributesMax = 200
    /// Lines that are read at once to add components; like the next one a laptop's own matter.
    package var plannedLinesMax = 2_000
    package var plannedBytesMax = 1024 * 1024
    /// How long a request may make no progress.
    package var stallMax = Duration.seconds(60)

    package init() {}

    /// What is in force unless settings say otherwise.
    package static let standard = Limits()

    /// Numbers by name, as capabilities tell them; durations in seconds.
    package var listed: [String: UInt64] {
        [
            "text_bytes_max": UInt64(textBytesMax),
            "label_bytes_max": UInt64(labelBytesMax),
            "name_bytes_max": UInt64(nameBytesMax),
            "element_bytes_max": UInt64(elementBytesMax),
            "writes_per_change_max": UInt64(writesPerChangeMax),
            "body_bytes_max": UInt64(bodyBytesMax),
            "wrapper_bytes_max": UInt64(wrapperBytesMax),
            "push_changes_max": UInt64(pushChangesMax),
            "push_bytes_max": UInt64(pushBytesMax),
            "pull_records_max": UInt64(pullRecordsMax),
            "record_bytes_max": UInt64(recordBytesMax),
            "decoded_bytes_max": UInt64(decodedBytesMax),
            "share_bytes_max": UInt64(shareBytesMax),
            "share_writes_max": UInt64(shareWritesMax),
            "share_siblings_max": UInt64(shareSiblingsMax),
            "share_replicas_max": UInt64(shareReplicasMax),
            "elements_per_field_max": UInt64(elementsPerFieldMax),
            "plan_elements_max": UInt64(planElementsMax),
            "adopted_bytes_max": UInt64(adoptedBytesMax),
            "adopted_writes_max": UInt64(adoptedWritesMax),
            "adopted_siblings_max": UInt64(adoptedSiblingsMax),
            "authors_max": UInt64(authorsMax),
            "authors_of_leads": UInt64(authorsOfLeads),
            "replaces_per_write_max": UInt64(replacesPerWriteMax),
            "covers_per_change_max": UInt64(coversPerChangeMax),
            "context_entries_alarm": UInt64(contextEntriesAlarm),
            "sees_entries_max": UInt64(seesEntriesMax),
            "invite_seconds_max": UInt64(inviteLifetime.components.seconds),
            "open_invites_per_lead_max": UInt64(openInvitesPerLeadMax),
            "wait_seconds_max": UInt64(waitMax.components.seconds),
            "held_pulls_max": UInt64(heldPullsMax),
            "held_pulls_per_person_max": UInt64(heldPullsPerPersonMax),
            "exports_max": UInt64(exportsMax),
            "exports_per_person_max": UInt64(exportsPerPersonMax),
            "export_spool_seconds": UInt64(exportSpoolLifetime.components.seconds),
            "export_spool_bytes_max": exportSpoolBytesMax,
            "catalogue_files_max": UInt64(catalogueFilesMax),
            "catalogue_bytes_max": UInt64(catalogueBytesMax),
            "evidence_file_bytes_max": evidenceFileBytesMax,
            "log_bytes_per_person_max": logBytesPerPersonMax,
            "evidence_bytes_per_person_max": evidenceBytesPerPersonMax,
            "evidence_reserve_bytes": evidenceReserveBytes,
            "upload_seconds_max": UInt64(uploadLifetime.components.seconds),
            "uploads_per_person_max": UInt64(uploadsPerPersonMax),
            "bodies_bytes_max": UInt64(bodiesBytesMax),
            "bodies_bytes_per_person_max": UInt64(bodiesBytesPerPersonMax),
            "bodies_per_person_max": UInt64(bodiesPerPersonMax),
            "body_seconds_max": UInt64(bodyTimeMax.components.seconds),
            "answers_bytes_max": UInt64(answersBytesMax),
            "answers_bytes_per_person_max": UInt64(answersBytesPerPersonMax),
            "requests_per_minute_max": UInt64(requestsPerMinuteMax),
            "anonymous_requests_per_minute_max": UInt64(anonymousRequestsPerMinuteMax),
            "requesters_max": UInt64(requestersMax),
            "devices_per_person_max": UInt64(devicesPerPersonMax),
            "new_devices_per_day_max": UInt64(newDevicesPerDayMax),
            "deposit_replicas_max": UInt64(depositReplicasMax),
            "deposit_changes_max": UInt64(depositChangesMax),
            "unplaced_bytes_max": UInt64(unplacedBytesMax),
            "unplaced_changes_max": UInt64(unplacedChangesMax),
            "stall_seconds_max": UInt64(stallMax.components.seconds),
        ]
    }
}
