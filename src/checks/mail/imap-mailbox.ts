// Measurements of an imap check in the mailbox after login: messages, their age and size, folders, quota.
import { TargetDown } from '../../domain/outcome.ts'
import type { ImapCapabilities, ImapClient } from '../../protocols/mail/imap.ts'
import type { QuotaResource } from '../../protocols/mail/imap-syntax.ts'
import type { MailSession } from './session.ts'

interface MailboxCheck {
  readonly session: MailSession
  readonly client: ImapClient
  readonly offered: ImapCapabilities
  readonly config: { readonly mailbox: string; readonly checkNewestAge: boolean; readonly listFolders: boolean }
}

export async function inspectMailbox(looking: MailboxCheck): Promise<void> {
  const { session, client, config } = looking
  const knowsSize = await readStatus(looking)
  const messages = await open(looking)
  session.measure('messages', messages)
  if (config.checkNewestAge && messages > 0) await readNewest(looking, messages)
  if (!knowsSize) await addUpSizes(looking, messages)
  if (config.listFolders) session.measure('folders', (await client.folders()) ?? undefined)
  await readQuota(looking)
}

// Runs before the mailbox is opened: servers may refuse STATUS for an open one.
async function readStatus({ session, client, offered, config }: MailboxCheck): Promise<boolean> {
  const tellsSize = offered.has('STATUS=SIZE') || offered.has('IMAP4REV2')
  const counts = await client.status(config.mailbox, tellsSize ? ['UNSEEN', 'SIZE'] : ['UNSEEN'])
  session.measure('unseen', counts.get('UNSEEN'))
  session.measure('mailbox_bytes', counts.get('SIZE'))
  return counts.has('SIZE')
}

async function open({ session, client, config }: MailboxCheck): Promise<number> {
  const { isOk, text, messages } = await session.timed('select_ms', () => client.examine(config.mailbox))
  session.show('mailbox', config.mailbox)
  const problem = `the mailbox ${config.mailbox} cannot be opened: ${session.quote(text)}`
  if (!isOk) throw new TargetDown('content', problem)
  if (messages === undefined)
    throw new TargetDown('other', 'the server does not report how many messages the mailbox has')
  return messages
}

// Moved messages keep their dates, so the last one may not be the newest.
const recentMessages = 20

async function readNewest({ session, client }: MailboxCheck, messages: number): Promise<void> {
  const arrivals = await client.arrivals(Math.max(1, messages - recentMessages + 1), messages)
  if (arrivals.length > 0) session.observeNewest(arrivals.reduce((one, other) => Math.max(one, other)))
}

// Requesting more sizes at every check would be too expensive.
const maxSizes = 5000

async function addUpSizes({ session, client }: MailboxCheck, messages: number): Promise<void> {
  if (messages > maxSizes) return
  const sizes = messages > 0 ? await client.sizes() : []
  session.measure(
    'mailbox_bytes',
    sizes?.reduce((sum, size) => sum + size, 0),
  )
}

async function readQuota({ session, client, offered, config }: MailboxCheck): Promise<void> {
  const isSupported = offered.has('QUOTA')
  session.measure('quota_supported', isSupported ? 1 : 0)
  if (!isSupported) return
  const found = (await client.quota(config.mailbox)).toSorted((one, other) => share(other) - share(one))
  const storage = found.find(({ resource }) => resource === 'STORAGE')
  if (found[0]) session.show('quota', found.slice(0, 10))
  if (found[0] && found[0].limit > 0) session.measure('quota_used_pct', share(found[0]) * 100)
  if (storage) session.measure('quota_used_bytes', storage.used * 1024)
  if (storage && storage.limit > 0) session.measure('quota_limit_bytes', storage.limit * 1024)
}

/** Usage of the quota. Without a limit it is 0. */
const share = ({ used, limit }: QuotaResource): number => (limit > 0 ? used / limit : 0)
