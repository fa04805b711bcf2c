import type { MailServer } from '../../domain/mail-server.ts'
import type { SendContext } from '../define.ts'
import { composeEmail } from './compose-email.ts'
import { submit } from './mail-submission.ts'
import { senderIn } from './sender.ts'

export interface OutgoingEmail {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[]
  /** Seed of the Message-ID, for emails that may be retried. */
  readonly messageKey?: string
}

/** Sends an email from Lapwing itself to one person. */
export async function sendEmail(
  { to, subject, text, attachments = [], messageKey }: OutgoingEmail,
  { server, from }: { server: MailServer; from: string },
  context: Pick<SendContext, 'net' | 'signal' | 'clock'>,
): Promise<void> {
  const sender = senderIn(from)
  const content = await composeEmail({
    from: sender,
    to,
    subject,
    date: context.clock.now(),
    text,
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    ...(messageKey && { messageId: `<${messageKey}@${sender.address.split('@').at(-1)}>` }),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  })
  const [failure] = await submit([{ from: sender.address, to: to.address, content }], server, context)
  if (failure) throw failure
}
