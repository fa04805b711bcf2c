// Tests whether a mail server relays mail between two foreign domains.
import { type SmtpClient, type SmtpReply, hangingUp } from '../../protocols/mail/smtp.ts'
import type { MailSession } from './session.ts'

// Both domains are reserved, and the test ends before there is a message to deliver.
const sender = 'relay-test@example.com'
const recipient = 'relay-test@example.org'

export async function testOpenRelay(session: MailSession, client: SmtpClient): Promise<void> {
  let from = sender
  let reply = await client.ask(`MAIL FROM:<${from}>`)
  if (isRefused(reply) && reply.code !== hangingUp) {
    // Some servers resolve the sender's domain and reject a reserved one; they must accept an empty sender.
    from = ''
    reply = await client.ask('MAIL FROM:<>')
  }
  if (!isRefused(reply)) reply = await client.ask(`RCPT TO:<${recipient}>`)
  session.measure('open_relay', isRefused(reply) ? 0 : 1)
  session.show('relay_test', { from: `<${from}>`, to: `<${recipient}>`, answer: session.quote(reply.text) })
}

const isRefused = ({ code }: SmtpReply): boolean => code < 200 || code > 299
