// Emails to the subscribers of status pages: one per person, over a few sessions with the mail server.
import type { MailServer } from '../../domain/mail-server.ts'
import type { DeliveryFailed, SendContext } from '../define.ts'
import { composeEmail } from './compose-email.ts'
import { submit } from './mail-submission.ts'
import { senderIn } from './sender.ts'

export interface SubscriberEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Identifies the email across retries. */
  readonly key: string
  /** Key of the first email on the same topic, so that mailboxes show them as one thread. */
  readonly threadKey: string | null
  /** URL for one-click unsubscribe (RFC 8058); null for emails that ask for confirmation. */
  readonly unsubscribe: string | null
}

/** One result per email: null if the server accepted it. */
export async function sendSubscriberEmails(
  emails: readonly SubscriberEmail[],
  { server, from }: { server: MailServer; from: string },
  context: Pick<SendContext, 'net' | 'signal' | 'clock'>,
): Promise<(DeliveryFailed | null)[]> {
  if (emails.length === 0) return []
  const sender = senderIn(from)
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const idOf = (key: string): string => `<${key}@${domain}>`
  const messages = await Promise.all(
    emails.map(async ({ to, subject, text, html, key, threadKey, unsubscribe }) => {
      const thread = threadKey === null ? {} : { inReplyTo: idOf(threadKey), references: idOf(threadKey) }
      const content = await composeEmail({
        from: sender,
        to: { name: '', address: to },
        subject,
        date: context.clock.now(),
        messageId: idOf(key),
        ...thread,
        text,
        html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribe !== null && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
      return { from: sender.address, to, content }
    }),
  )
  return submit(messages, server, context)
}
