import { createHash } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import type { Recipient } from '../domain/notifying/delivery.ts'
import { choice, number, text } from '../domain/field.ts'
import { DeliveryFailed, type Receipt, type SendContext, defineChannel } from './define.ts'
import { composeEmail } from './shared/compose-email.ts'
import { htmlFor, textFor } from './shared/email-body.ts'
import { secret } from './shared/fields.ts'
import { maskedAddress } from './shared/mask.ts'
import type { SmtpMessage } from '../protocols/mail/smtp.ts'
import { submit } from './shared/mail-submission.ts'
import { notASender, senderIn } from './shared/sender.ts'
import { replyLinks } from './shared/reply-links.ts'
import { headline, isUrgent } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'

export const email = defineChannel({
  type: 'email',
  title: 'E-mail',
  category: 'email',
  summary:
    'Sends an email to each member of the contact groups that are routed to it. ' +
    'Use the SMTP or submission settings of your mail server.',
  // One email per person, over a few sessions.
  attemptMs: 25_000,
  needsRecipients: true,
  nameInSentence: 'email',
  config: {
    host: text({
      label: 'Mail server',
      placeholder: 'smtp.example.com',
      help: 'Host name of the mail server, such as smtp.example.com',
      required: true,
      maxLength: 253,
      rule: notAHost,
    }),
    port: number({
      advanced: false,
      help: 'Port of the mail server: usually 587 with starttls, 465 with tls, 25 with none',
      min: 1,
      max: 65_535,
      default: 587,
    }),
    secure: choice(['starttls', 'tls', 'none'], {
      labels: { tls: 'TLS from the start', none: 'No encryption' },
      label: 'Encryption',
      advanced: false,
      help:
        'How the connection is encrypted: starttls after the greeting, ' +
        'tls from the start, none not at all and without a login',
      default: 'starttls',
    }),
    username: text({
      group: 'login',
      help: 'Login name; no login if empty',
      maxLength: 300,
      rule: notOneLine,
    }),
    password: secret({
      group: 'login',
      help: 'Login password, often an app password',
      rule: notOneLine,
    }),
    from: text({
      placeholder: 'Lapwing <alerts@example.com>',
      help: 'Sender: an address, or Name <address>',
      required: true,
      maxLength: 320,
      rule: notASender,
    }),
  },
  examine: ({ secure, username, password }) => [
    ...(Boolean(username) === Boolean(password) ? [] : ['password: must be set together with username']),
    ...(secure === 'none' && username
      ? ['username: cannot be set with secure none, because the password would be sent unencrypted']
      : []),
  ],
  inbox: { medium: 'email', addressOf },
  recipient: (_config, people) =>
    oncePerAddress(people)
      .map((person) => maskedAddress(person.email))
      .join(', ') || null,
  preview: (alert) => textFor(alert),
  send: async (alert, { host, port, secure, username, password, from }, context) => {
    const recipients = oncePerAddress(context.people)
    if (recipients.length === 0)
      throw new DeliveryFailed('nobody to notify: the contact groups have no members', { permanent: true })
    const messages = await Promise.all(recipients.map((person) => messageFor(alert, person, from, context)))
    const login = username && password && secure !== 'none' ? { username, password } : null
    const results = await submit(messages, { host, port, secure, login }, context)
    return outcome(recipients, results)
  },
})

function addressOf({ email }: Recipient): string {
  return email.trim().toLowerCase()
}

const oncePerAddress = (people: readonly Recipient[]): Recipient[] => [
  ...new Map(people.map((person) => [addressOf(person), person])).values(),
]

async function messageFor(alert: Alert, person: Recipient, from: string, context: SendContext): Promise<SmtpMessage> {
  const sender = senderIn(from)
  const links = replyLinks(alert, context, { person })
  const email = await composeEmail({
    from: sender,
    to: { name: person.name, address: person.email },
    subject: cut(headline(alert), 250),
    date: context.clock.now(),
    ...threadOf(alert, person, sender.address, context.dedupKey),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Exchange's header for the same purpose: no out-of-office replies.
      'X-Auto-Response-Suppress': 'All',
      ...(isUrgent(alert) ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: textFor(alert, links),
    html: htmlFor(alert, links),
  })
  return { from: sender.address, to: person.email, content: email }
}

interface Thread {
  readonly messageId: string
  readonly inReplyTo?: string
  readonly references?: string
}

/** All later emails of an incident reply to its first one. A retry has the same Message-ID. */
function threadOf(alert: Alert, { email: address }: Recipient, sender: string, dedupKey: string): Thread {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const id = (...parts: readonly unknown[]): string => {
    const key = JSON.stringify([dedupKey, address.toLowerCase(), ...parts])
    return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`
  }
  const first = id()
  const { incident } = alert
  if (alert.test) return { messageId: id('test', alert.at) }
  // A flapping incident opens again under the same key.
  if (alert.kind === 'firing' && !alert.reminder && !alert.isUpdate && !incident.flapping && incident.fireCount <= 1)
    return { messageId: first }
  return { messageId: id(alert.kind, alert.at, incident.fireCount), inReplyTo: first, references: first }
}

function outcome(recipients: readonly Recipient[], results: readonly (DeliveryFailed | null)[]): Receipt {
  const failures = results.flatMap((failure, index) =>
    failure ? [{ failure, to: maskedAddress(recipients[index]!.email) }] : [],
  )
  const [first] = failures
  if (!first) return { httpStatus: null }
  const taken = results.length - failures.length
  if (taken === 0 && failures.every(({ failure }) => failure.message === first.failure.message)) throw first.failure
  const details = failures
    .slice(0, 3)
    .map(({ failure, to }) => `${to}: ${failure.message}`)
    .join('; ')
  // A retry has the same Message-ID, so mailboxes recognize duplicates.
  throw new DeliveryFailed(`${taken} of ${results.length} emails were sent; ${details}`, {
    permanent: failures.every(({ failure }) => failure.permanent),
  })
}

function notAHost(value: string): string | null {
  return /^[^\s/@:?#]+$/.test(value) || /^\[?[0-9a-f:.]+\]?$/i.test(value)
    ? null
    : 'must be a host name or an address, without a port'
}

function notOneLine(value: string): string | null {
  return /[\r\n\0]/.test(value) ? 'must not contain line breaks' : null
}
