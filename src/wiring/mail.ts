// Emails that Lapwing itself sends: invitations, password resets, reports. Alerts are sent by channels.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import type { InstallationMail } from '../domain/mail-server.ts'
import type { MailSubmission } from '../channels/define.ts'
import { type OutgoingEmail, sendEmail } from '../channels/shared/send-email.ts'
import type { ReportMail } from '../engine/reports/send-reports.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { Mail } from '../operations/registry/services.ts'
import type { Stoppable } from '../roles/stoppable.ts'
import { mailServerIn } from '../mail-settings.ts'
import { BadSetting, type Settings } from '../settings.ts'

const attemptMs = 25_000
/** Delays before further attempts; users request a new link if an email takes longer. */
const pausesMs = [5000, 60_000]

interface MailOptions {
  readonly settings: Pick<Settings, 'mailUrl' | 'mailTokenUrl' | 'mailFrom'>
  readonly clock: Clock
  readonly log: Log
}

/** Null if no mail server is configured. */
export function mailIn({ mailUrl, mailTokenUrl, mailFrom }: MailOptions['settings']): InstallationMail | null {
  if (mailUrl === null && mailFrom === null) return null
  if (mailUrl === null || mailFrom === null)
    throw new BadSetting('LAPWING_MAIL_URL and LAPWING_MAIL_FROM: set both of them, or neither.')
  const server = mailServerIn(mailUrl, mailTokenUrl)
  const needsToken = server.login?.password === ''
  if (needsToken !== (mailTokenUrl !== null))
    throw new BadSetting('LAPWING_MAIL_URL: a user needs a password, or LAPWING_MAIL_TOKEN_URL in place of a password.')
  return { server, from: mailFrom }
}

/** With its network: the operator chooses the mail server, which may be on the private network. */
export function mailWithNet({ settings, clock }: Pick<MailOptions, 'settings' | 'clock'>): MailSubmission | null {
  const mail = mailIn(settings)
  return mail && { ...mail, net: createNet({ policy: createPolicy({ allowPrivate: true }), clock }) }
}

export function startMail({ settings, clock, log }: MailOptions): (Mail & ReportMail & Stoppable) | null {
  const mail = mailWithNet({ settings, clock })
  if (!mail) return null
  const { net } = mail
  const stopped = new AbortController()
  const underway = new Set<Promise<void>>()

  const attempt = async (email: OutgoingEmail): Promise<void> => {
    const limit = { clock, ms: attemptMs, signal: stopped.signal, error: new Error('the mail server took too long') }
    await withTimeLimit(limit, (signal) => sendEmail(email, mail, { net, signal, clock }))
  }

  const deliver = async (email: OutgoingEmail): Promise<void> => {
    for (const pauseMs of [...pausesMs, null]) {
      try {
        return await attempt(email)
      } catch (error) {
        if (pauseMs === null || stopped.signal.aborted) throw error
        await clock.sleep(pauseMs, stopped.signal)
      }
    }
  }

  const send = (write: () => Promise<OutgoingEmail | null>): void => {
    const work = write()
      .then((email) => email && deliver(email))
      .catch((error: Error) => log.error('an email could not be sent', { error: error.message }))
      .then(() => void underway.delete(work))
    underway.add(work)
  }

  return {
    send,
    deliver: attempt,
    async stop() {
      stopped.abort()
      await Promise.all(underway)
    },
  }
}
