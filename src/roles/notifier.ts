// The role that notifies people: routes alerts of the outbox, sends them through channels, and escalates.
import { sendEmails, updateQueue } from '../engine/status-pages/subscriber-emails.ts'
import type { MailSubmission } from '../channels/define.ts'
import { channelKind } from '../channels/index.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { Vault } from '../domain/vault.ts'
import { nextPageUpdate, nextSilenced, nextSubscriberEmail } from '../store/checking/due-times.ts'
import { startEscalating } from '../engine/notify/escalate.ts'
import { createPushIdentity } from '../engine/notify/push-identity.ts'
import { startRouting } from '../engine/notify/route.ts'
import { startSending } from '../engine/notify/send.ts'
import { liftSilences } from '../engine/notify/silences.ts'
import { type ReportMail, startReportEmails } from '../engine/reports/send-reports.ts'
import { startDueQueue } from '../engine/due-queue.ts'
import { startRounds } from '../engine/rounds.ts'
import type { LoopServices } from '../engine/services.ts'
import type { Stoppable } from './stoppable.ts'

export interface NotifierParts extends LoopServices {
  readonly vault: Vault
  readonly allowPrivate: boolean
  readonly origin: () => string | null
  /** Process that owns the leases. */
  readonly processId: number
  /** The installation's mail server; null if none is configured. */
  readonly mail: MailSubmission | null
  /** Mail server for reports. */
  readonly reportMail?: ReportMail | null
}

const silencesMs = 1000
const emailsMs = 1000

export function startNotifier(parts: NotifierParts): Stoppable {
  const { store, clock, log, vault, allowPrivate, origin, processId, mail, reportMail, board } = parts
  const routing = startRouting(parts)
  const escalating = startEscalating(parts)
  const lifting = startRounds({
    round: async () => {
      await liftSilences(parts)
      return false
    },
    clock,
    log,
    failureMessage: 'silenced incidents could not be checked; trying again',
    restMs: silencesMs,
    untilDue: board?.add({ dueAt: () => nextSilenced }),
  })
  const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
  const pushIdentity = createPushIdentity({ store, vault, origin })
  const sending = startSending({
    store,
    clock,
    log,
    vault,
    net,
    origin,
    kindOf: channelKind,
    pushIdentity,
    mail,
    processId,
    board,
  })
  const subscriberEmails = startSubscriberEmails(parts)
  const reports = reportMail && startReportEmails({ store, clock, log, mail: reportMail, origin, board })
  return {
    async stop() {
      await reports?.stop()
      await subscriberEmails.stop()
      await routing.stop()
      await lifting.stop()
      await escalating.stop()
      await sending.stop()
    },
  }
}

/** Separate from alerts, with its own queue and connections. */
function startSubscriberEmails(parts: NotifierParts): Stoppable {
  const { store, clock, log, vault, origin, mail, board } = parts
  const queueing = startDueQueue(parts, { ...updateQueue, restMs: emailsMs, dueAt: nextPageUpdate })
  const net = createNet({ policy: createPolicy({ allowPrivate: false }), clock })
  const sending = startRounds({
    round: () => sendEmails({ store, clock, log, vault, origin, mail, net }),
    clock,
    log,
    failureMessage: 'subscribers of status pages could not be notified; trying again',
    restMs: emailsMs,
    untilDue: board?.add({ dueAt: nextSubscriberEmail }),
  })
  return {
    async stop() {
      await queueing.stop()
      await sending.stop()
    },
  }
}
