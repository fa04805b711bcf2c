import { createHash } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import type { Recipient } from '../domain/notifying/delivery.ts'
import { choice, number, text } from '../domain/field.ts'
import { mailOauthFields, mailOauthProblems } from '../domain/fields/oauth-client.ts'
import type { MailServer, OauthClient } from '../domain/mail-server.ts'
import { DeliveryFailed, type MailSubmission, type Receipt, type SendContext, defineChannel } from './define.ts'
import { composeEmail } from './shared/compose-email.ts'
import { htmlFor, textFor } from './shared/email-body.ts'
import { secret } from './shared/fields.ts'
import { maskedAddress } from './shared/mask.ts'
import type { SmtpMessage } from '../protocols/mail/smtp.ts'
import { submit } from './shared/mail-submission.ts'
import { notASender, senderIn } from './shared/sender.ts'
import { replyLinks } from './shared/reply-links.ts'
import { firstTitle, isUrgent } from './shared/alert-text.ts'
import { translated } from './shared/alert-words.ts'
import { cut } from './shared/escape.ts'

const own = { key: 'server', in: ['own'] }

export const email = defineChannel({
  type: 'email',
  title: 'Email',
  category: 'email',
  summary:
    'Sends an email to each member of the contact groups that are routed to it. ' +
    'Uses the mail server of this installation, or one that you set up here.',
  // One email per person, over a few sessions.
  attemptMs: 25_000,
  needsRecipients: true,
  nameInSentence: 'email',
  config: {
    server: choice(['installation', 'own'], {
      labels: { installation: "This installation's mail server", own: 'Another mail server' },
      label: 'Send through',
      advanced: false,
      help: 'installation sends through the mail server of this installation, own through the one that is set up here',
      default: 'own',
    }),
    host: text({
      shownWhen: own,
      label: 'Mail server',
      placeholder: 'smtp.example.com',
      help: 'Hostname of the mail server, such as smtp.example.com',
      required: true,
      maxLength: 253,
      rule: notAHost,
    }),
    port: number({
      shownWhen: own,
      advanced: false,
      help: 'Port of the mail server: usually 587 with starttls, 465 with tls, 25 with none',
      min: 1,
      max: 65_535,
      default: 587,
    }),
    secure: choice(['starttls', 'tls', 'none'], {
      shownWhen: own,
      labels: { tls: 'TLS from the start', none: 'No encryption' },
      label: 'Encryption',
      advanced: false,
      help:
        'How the connection is encrypted: starttls after the greeting, ' +
        'tls from the start, none not at all and without a login',
      default: 'starttls',
    }),
    authType: choice(['password', 'oauth2'], {
      labels: { password: 'Password', oauth2: 'OAuth 2' },
      label: 'Log in with',
      group: 'login',
      shownWhen: own,
      help: 'How to log in to the mail server: password, or oauth2, as Microsoft 365 and Google require it',
      default: 'password',
    }),
    username: text({
      group: 'login',
      shownWhen: own,
      help: 'Login name; no login if empty',
      maxLength: 300,
      rule: notOneLine,
    }),
    password: secret({
      group: 'login',
      shownWhen: { key: 'authType', in: ['password'] },
      help: 'Login password, often an app password',
      rule: notOneLine,
    }),
    ...mailOauthFields,
    from: text({
      shownWhen: own,
      placeholder: 'Lapwing <alerts@example.com>',
      help: 'Sender: an address, or Name <address>',
      required: true,
      maxLength: 320,
      rule: notASender,
    }),
  },
  examine: ({ secure, username, password, authType, ...client }) => [
    ...(authType === 'oauth2'
      ? mailOauthProblems({ username, ...client })
      : Boolean(username) === Boolean(password)
        ? []
        : ['password: must be set together with username']),
    ...(secure === 'none' && username
      ? ['username: cannot be set with secure none, because credentials would be sent unencrypted']
      : []),
  ],
  inbox: { medium: 'email', addressOf },
  installationMail: { key: 'server', value: 'installation', unless: 'host' },
  recipient: (_config, people) =>
    oncePerAddress(people)
      .map((person) => maskedAddress(person.email))
      .join(', ') || null,
  preview: (alert) => textFor(alert),
  send: async (alert, config, context) => {
    const recipients = oncePerAddress(context.people)
    if (recipients.length === 0)
      throw new DeliveryFailed('nobody to notify: the contact groups have no members', { permanent: true })
    const { server, from, net } = submissionOf(config, context)
    const messages = await Promise.all(recipients.map((person) => messageFor(alert, person, from, context)))
    const [only, ...others] = messages
    const results = await submit(messages, server, { ...context, net })
    const receipt = outcome(recipients, results)
    return others.length === 0 ? { ...receipt, messageId: only!.messageId } : receipt
  },
})

interface OwnServer extends Omit<MailServer, 'login'>, OauthClient {
  readonly server: 'installation' | 'own'
  readonly authType: 'password' | 'oauth2'
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly from: string
}

function submissionOf(config: OwnServer, { net, mail }: SendContext): MailSubmission {
  const { server, host, port, secure, username, password = '', authType, from, ...client } = config
  if (server === 'own') {
    const account = { username: username ?? '', password, ...(authType === 'oauth2' && { client }) }
    const login = username && secure !== 'none' ? account : null
    return { server: { host, port, secure, login }, from, net }
  }
  if (mail) return mail
  throw new DeliveryFailed('this installation has no mail server any more: choose another one for the channel', {
    permanent: true,
  })
}

function addressOf({ email }: Recipient): string {
  return email.trim().toLowerCase()
}

const oncePerAddress = (people: readonly Recipient[]): Recipient[] => [
  ...new Map(people.map((person) => [addressOf(person), person])).values(),
]

interface AlertEmail extends SmtpMessage {
  readonly messageId: string
}

async function messageFor(event: Alert, person: Recipient, from: string, context: SendContext): Promise<AlertEmail> {
  const alert = await translated(event, person.language ?? undefined)
  const sender = senderIn(from)
  const thread = threadOf(alert, person, sender.address, context)
  const links = replyLinks(alert, context, { person })
  const email = await composeEmail({
    from: sender,
    to: { name: person.name, address: person.email },
    subject: cut(thread.isReply ? `Re: ${firstTitle(alert)}` : firstTitle(alert), 250),
    date: context.clock.now(),
    messageId: thread.messageId,
    ...(thread.repliesTo.length > 0 && { inReplyTo: thread.repliesTo.at(-1), references: thread.repliesTo.join(' ') }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Exchange's header for the same purpose: no out-of-office replies.
      'X-Auto-Response-Suppress': 'All',
      ...(isUrgent(alert) ? { Importance: 'high', 'X-Priority': '1' } : {}),
    },
    text: textFor(alert, links),
    html: htmlFor(alert, links),
  })
  return { from: sender.address, to: person.email, content: email, messageId: thread.messageId }
}

interface Thread {
  readonly messageId: string
  /** Earlier emails, oldest first; the first of them may have gone to others only. */
  readonly repliesTo: readonly string[]
  readonly isReply: boolean
}

/**
 * All later emails of an outage reply to its first one. A retry has the same Message-ID, and a later page its own, so
 * that mailboxes do not take it for the alert that came before.
 */
function threadOf(
  alert: Alert,
  { email: address }: Recipient,
  sender: string,
  { dedupKey, earlierMessages }: Pick<SendContext, 'dedupKey' | 'earlierMessages'>,
): Thread {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const { kind, incident, page, at } = alert
  // Short enough for one line of a header.
  const hashOf = (...parts: readonly unknown[]): string =>
    createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20)
  const root = hashOf(dedupKey, address.toLowerCase())
  const own = `<${root}.${hashOf(kind, at, incident.fireCount)}@${domain}>`
  if (alert.test || alert.missed) return { messageId: own, repliesTo: [], isReply: false }
  // A flapping incident opens again under the same key.
  const isFirst =
    kind === 'firing' && !alert.reminder && !alert.isUpdate && !incident.flapping && incident.fireCount <= 1
  const first = `<${root}@${domain}>`
  if (isFirst && page?.step !== null) return { messageId: first, repliesTo: [], isReply: false }
  const theirs = earlierMessages.filter((id) => id.startsWith(`<${root}`)).slice(0, 1)
  return { messageId: own, repliesTo: [...new Set([first, ...theirs])], isReply: page === undefined }
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
    uncertain: taken > 0 || failures.some(({ failure }) => failure.uncertain),
  })
}

function notAHost(value: string): string | null {
  return /^[^\s/@:?#]+$/.test(value) || /^\[?[0-9a-f:.]+\]?$/i.test(value)
    ? null
    : 'must be a hostname or an address, without a port'
}

function notOneLine(value: string): string | null {
  return /[\r\n\0]/.test(value) ? 'must not contain line breaks' : null
}
