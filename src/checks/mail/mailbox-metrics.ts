// The metrics that imap and pop3 have in common, and what to look at if a mailbox fails.
import { counted } from '../../domain/alerting/sentence.ts'
import type { Metric } from '../../domain/metric.ts'
import type { DefineMetric } from '../account.ts'

/** Whether a connection can be encrypted with this command. */
export function upgradeMetric(metric: DefineMetric, command: 'STARTTLS' | 'STLS'): Metric {
  return metric(`${command.toLowerCase()}_offered`, {
    description: `Server offers ${command} on an unencrypted connection (1 yes)`,
    unit: 'flag',
    cause: 'tls',
    says: { yes: `the server offers ${command}`, no: `the server offers no ${command}` },
    diagnosis:
      `Clients cannot encrypt on this port. Install a certificate and enable ${command}, or close the port ` +
      'and keep only the TLS port.',
  })
}

export function messagesMetric(metric: DefineMetric): Metric {
  return metric('messages', {
    description: 'Messages in the mailbox',
    unit: 'count',
    says: counted('message is in the mailbox', 'messages are in the mailbox'),
    diagnosis: 'Check what delivers messages there and what should remove them.',
  })
}

export function sizeMetric(metric: DefineMetric): Metric {
  return metric('mailbox_bytes', {
    description: 'Size of the mailbox',
    unit: 'bytes',
    says: 'the mailbox is {}',
    diagnosis: 'Check what fills it, and archive or delete messages before the quota or the disk is full.',
  })
}

export function newestAgeMetric(metric: DefineMetric, description: string): Metric {
  return metric('newest_message_age_s', {
    description,
    unit: 'seconds',
    says: 'the newest message is {} old',
    diagnosis:
      'No newer mail has arrived. Send a test message, then check the sender and the queue of the mail server.',
  })
}

export const mailboxDiagnoses = {
  other:
    'The mail server responds, but closes the session. ' +
    'It may be starting, overloaded or blocking Lapwing: read its reply, then its log.',
  content:
    'The login works, but the mailbox cannot be read. ' +
    'Check whether it exists under that name and whether its storage is healthy.',
} as const
