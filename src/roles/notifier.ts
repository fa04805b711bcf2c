// The role that notifies people: routes alerts of the outbox, sends them through channels, and escalates.
import type { MailServer } from '../domain/mail-server.ts'
import { queueEmails, sendEmails } from '../engine/status-pages/subscriber-emails.ts'
import { channelKind } from '../channels/index.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { Vault } from '../domain/vault.ts'
import {
  nextAlert,
  nextEscalation,
  nextPageUpdate,
  nextSilenced,
  nextSubscriberEmail,
} from '../store/checking/due-times.ts'
import { escalateIsolated, routeIsolated } from '../engine/notify/isolated-rounds.ts'
import { createPushIdentity } from '../engine/notify/push-identity.ts'
import { startSending } from '../engine/notify/send.ts'
import { liftSilences } from '../engine/notify/silences.ts'
import { type ReportMail, startReportEmails } from '../engine/reports/send-reports.ts'
import type { DueBoard } from '../engine/due-board.ts'
import { startRounds } from '../engine/rounds.ts'
import type { Stoppable } from './stoppable.ts'
import type { EngineServices } from '../engine/services.ts'

export interface NotifierParts extends EngineServices {
  readonly vault: Vault
  readonly allowPrivate: boolean
  readonly origin: () => string | null
  /** Process that owns the leases. */
  readonly processId: number
  /** Mail server for emails to subscribers; null if none is configured. */
  readonly mail: { readonly server: MailServer; readonly from: string } | null
  /** Mail server for reports. */
  readonly reportMail?: ReportMail | null
  readonly board?: DueBoard
}

const restMs = 100
const silencesMs = 1000
const escalationMs = 1000
const emailsMs = 1000

export function startNotifier(parts: NotifierParts): Stoppable {
  const { store, clock, log, vault, allowPrivate, origin, processId, reportMail, board } = parts
  const routing = startRounds({
    round: () => routeIsolated(parts),
    clock,
    log,
    failureMessage: 'alerts could not be routed; trying again',
    restMs,
    untilDue: board?.add({ dueAt: () => nextAlert }),
  })
  const lifting = startRounds({
    round: async () => {
      await liftSilences({ store, clock })
      return false
    },
    clock,
    log,
    failureMessage: 'silenced incidents could not be checked; trying again',
    restMs: silencesMs,
    untilDue: board?.add({ dueAt: () => nextSilenced }),
  })
  const escalating = startRounds({
    round: () => escalateIsolated(parts),
    clock,
    log,
    failureMessage: 'escalations could not be checked; trying again',
    restMs: escalationMs,
    untilDue: board?.add({ dueAt: () => nextEscalation }),
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
function startSubscriberEmails({ store, clock, log, vault, origin, mail, board }: NotifierParts): Stoppable {
  const failureMessage = 'subscribers of status pages could not be notified; trying again'
  const queueing = startRounds({
    round: () => queueEmails({ store, clock }),
    clock,
    log,
    failureMessage,
    restMs: emailsMs,
    untilDue: board?.add({ dueAt: () => nextPageUpdate }),
  })
  const net = createNet({ policy: createPolicy({ allowPrivate: false }), clock })
  // The operator chooses the mail server, which may be on the private network.
  const mailNet = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
  const sending = startRounds({
    round: () => sendEmails({ store, clock, log, vault, origin, mail, net, mailNet }),
    clock,
    log,
    failureMessage,
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
