// Sends emails to subscribers of status pages, apart from alerts, so that ten thousand emails delay no alert.
import { DeliveryFailed, type MailSubmission } from '../../channels/define.ts'
import { post } from '../../channels/shared/post.ts'
import { type SubscriberEmail, sendSubscriberEmails } from '../../channels/shared/subscriber-mail.ts'
import { isMailbox, maxFailures } from '../../domain/status-page/subscriber.ts'
import type { Log } from '../../domain/log.ts'
import type { Vault } from '../../domain/vault.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Net } from '../../net/index.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { countRefused } from '../../store/checking/refused-items.ts'
import { takeUnsentUpdates } from '../../store/status-pages/announcements.ts'
import {
  type DueEmail,
  addNotices,
  claimEmails,
  dropEmails,
  postponeEmails,
} from '../../store/status-pages/subscriber-emails.ts'
import { countFailures, forgiveFailures } from '../../store/status-pages/subscribers.ts'
import type { DueQueue } from '../due-queue.ts'
import { dropItem, inParts } from '../isolation.ts'
import { type WrittenEmail, hookMessages, writeEmail } from './email-text.ts'
import type { EngineServices } from '../services.ts'

export interface EmailContext extends EngineServices {
  readonly vault: Vault
  /** Reaches public addresses only, because subscribers choose them. */
  readonly net: Net
  readonly mail: MailSubmission | null
  readonly origin: () => string | null
}

const maxEmailsAtOnce = 40
const attemptMs = 45_000
const leaseMs = 90_000
/** Delays between attempts; after the last one the email is given up. */
const pausesMs = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]

export const updateQueue: DueQueue = {
  items: queueItems.pageUpdates,
  limit: 20,
  async process(db, due) {
    const updates = await takeUnsentUpdates(db, due)
    await addNotices(db, updates, due.now)
    return updates.length
  },
}

/** Sends a batch, and returns whether there may be more. */
export async function sendEmails(parts: EmailContext): Promise<boolean> {
  const { store, clock, vault } = parts
  const origin = parts.origin()
  if (origin === null) return false
  const now = clock.now()
  const until = new Date(now.getTime() + leaseMs)
  const due = await claimEmails(store, { limit: maxEmailsAtOnce, now, until })
  const unreadable: number[] = []
  const broken: FailedEmail[] = []
  const readable = due.flatMap((email) => {
    try {
      const written = writeEmail(email, { vault, origin })
      if (written === null) unreadable.push(email.id)
      return written ?? []
    } catch (error) {
      broken.push({ email: { due: email }, failure: ourFault(parts.log, email, error) })
      return []
    }
  })
  if (broken.length > 0) await countRefused(store, { kind: 'subscriber emails', count: broken.length }, now)
  await dropEmails(store, unreadable)
  await inParts(
    [...(await sendAll(readable, parts)), ...broken],
    (part) => settle(parts, part),
    async ({ email: { due } }, error) => {
      // Otherwise it would be sent again and again.
      await dropEmails(store, [due.id])
      await dropItem(parts, { kind: 'subscriber emails', ids: { id: due.id }, error })
    },
  )
  return due.length === maxEmailsAtOnce
}

interface Result {
  readonly email: Pick<WrittenEmail, 'due'>
  readonly failure: DeliveryFailed | null
}

/** The subscriber is not at fault, and the email is tried again. */
function ourFault(log: Log, { id }: DueEmail, cause: unknown): DeliveryFailed {
  log.error('an email to a subscriber failed because of an internal error', { id, error: String(cause) })
  return new DeliveryFailed('could not be sent because of an internal error; see the server log', {
    unseen: true,
    cause,
  })
}

async function sendAll(emails: readonly WrittenEmail[], parts: EmailContext): Promise<Result[]> {
  const byMail = emails.filter(({ due }) => isMailbox(due.channel))
  const byHook = emails.filter(({ due }) => !isMailbox(due.channel))
  const limit = { clock: parts.clock, ms: attemptMs, error: new DeliveryFailed('it took too long') }
  const [mailed, hooked] = await withTimeLimit(limit, (signal) =>
    Promise.all([sendMail(byMail, parts, signal), Promise.all(byHook.map((email) => sendHook(email, parts, signal)))]),
  )
  return [...mailed, ...hooked]
}

async function sendMail(emails: readonly WrittenEmail[], parts: EmailContext, signal: AbortSignal): Promise<Result[]> {
  const { mail, clock, log } = parts
  if (!mail) return emails.map((email) => ({ email, failure: new DeliveryFailed('no mail server is configured') }))
  const failures = await sendSubscriberEmails(emails.map(mailed), mail, { net: mail.net, clock, signal })
  const [first] = failures
  // One address that is refused needs no log line; a mail server that refuses all does.
  if (first && failures.every((failure) => failure !== null && canPass(failure)))
    log.warn('the mail server refuses emails to subscribers of status pages; trying again', { error: first.message })
  return emails.map((email, index) => ({ email, failure: failures[index]! }))
}

function mailed({ due, address, subject, text, html, stop }: WrittenEmail): SubscriberEmail {
  const { notice, subscriberId, id } = due
  const to = { to: address, subject, text, html }
  if (!notice) return { ...to, key: `question-${id}`, threadKey: null, unsubscribe: null }
  const threadKey = `${notice.announcementId}-${subscriberId}`
  return { ...to, key: `${notice.updateId}-${subscriberId}`, threadKey, unsubscribe: stop }
}

async function sendHook(email: WrittenEmail, { net, clock, log }: EmailContext, signal: AbortSignal): Promise<Result> {
  try {
    const json = hookMessages[email.due.channel](email)
    await post({ url: email.address, json }, { net, clock, signal })
    return { email, failure: null }
  } catch (error) {
    return { email, failure: error instanceof DeliveryFailed ? error : ourFault(log, email.due, error) }
  }
}

async function settle({ store, clock }: EmailContext, results: readonly Result[]): Promise<void> {
  const now = clock.now()
  const taken = results.filter(({ failure }) => failure === null)
  const failed = results.filter((result): result is FailedEmail => result.failure !== null)
  const owed = failed.filter(({ failure, email }) => canPass(failure) && email.due.tries <= pausesMs.length)
  const given = failed.filter((one) => !owed.includes(one))
  const idOf = ({ email }: Result): number => email.due.id
  await store.transaction(async (tx) => {
    await dropEmails(tx, [...taken, ...given].map(idOf))
    await postponeEmails(
      tx,
      owed.map(({ email }) => ({
        id: email.due.id,
        dueAt: new Date(now.getTime() + pausesMs[email.due.tries - 1]!),
      })),
    )
    await forgiveFailures(
      tx,
      taken.map(({ email }) => email.due.subscriberId),
    )
    const counted = given
      .filter(({ failure }) => !failure.unseen)
      .map(({ email, failure }) => ({ id: email.due.subscriberId, retired: goneOf(failure) }))
    await countFailures(tx, counted, { most: maxFailures, now })
  })
}

interface FailedEmail extends Result {
  readonly failure: DeliveryFailed
}

/** If the mail server refuses the login, the address is not at fault. */
const canPass = ({ permanent, unseen }: DeliveryFailed): boolean => !permanent || unseen

/** Addresses that are gone get no more emails; addresses that refuse get a few more attempts. */
function goneOf({ permanent, httpStatus, message }: DeliveryFailed): string | null {
  if (httpStatus === 404 || httpStatus === 410) return `the address answered ${httpStatus}`
  return permanent && /\b5\.1\.[1236]\b/.test(message) ? 'the mail server knows no such address' : null
}
