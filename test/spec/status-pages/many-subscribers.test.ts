// An alert while an announcement goes to thousands of subscribers.
import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src/domain/id.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { addAnnouncement } from '../../../src/store/status-pages/announcements.ts'
import { fakeClock } from '../../kit/clock.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { storedPage } from '../../kit/resources/public-pages.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { announcementRow } from '../../kit/resources/status-pages.ts'
import { received, hook, passUntil, lapwingWithChannels } from '../../kit/resources/notifying.ts'

const secretKey = 'a secret key of more than 32 characters'
const crowd = 10_000

async function addSubscribers({ store, clock }: TestLapwing, pageId: string): Promise<void> {
  const vault = createVault([secretKey])
  const now = clock.now()
  const rows = Array.from({ length: crowd }, (_, index) => {
    const [id, address] = [newId(now), `reader-${index}@example.com`]
    const sealed = vault.seal(JSON.stringify({ address, token: `token-${id}` }), `status page subscriber ${id}`)
    return { id, address, sealed }
  })
  await store.run(sql`
    insert into status_page_subscribers (
      page_id, id, channel, address, address_hash, sealed, token_hash, language, confirmed_at, created_at
    )
    select ${pageId}, id, 'email', address, uuid_send(id), sealed, uuid_send(id), 'en', ${now}, ${now}
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ sealed }) => sealed)}::bytea[]
    ) as s (id, address, sealed)`)
}

/** Accepts every connection and never responds. */
async function silentServer(): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((socket) => open.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

it('an alert arrives while ten thousand emails wait for a mail server that never responds', async () => {
  const port = await silentServer()
  const receiver = await startReceiver()
  const env = {
    LAPWING_SECRET_KEY: secretKey,
    LAPWING_MAIL_URL: `smtp://127.0.0.1:${port}?secure=none`,
    LAPWING_MAIL_FROM: 'Status <status@lapwing.example>',
  }
  const app = await lapwingWithChannels({ channels: [hook(receiver)] }, { env, clock: fakeClock() })
  const page = await storedPage(app)
  await addSubscribers(app, page.id)
  const emails = async (which = sql`true`): Promise<number> => {
    const counted = await app.store.row<{ count: number }>(sql`
      select count(*) as count
      from status_page_letters
      where ${which}`)
    return counted!.count
  }
  await addAnnouncement(app.store, page.id, announcementRow(app.clock.now(), { title: 'Payments fail' }))
  await passUntil(app, () => emails(sql`tries > 0`))
  expect(await emails()).toBe(crowd)

  const incident = await openIncident(app)
  expect(await received(app, receiver)).toMatchObject([{ event: 'incident.firing', incident: { id: incident.id } }])
  // Emails that timed out are retried like other failures.
  await passUntil(app, () => emails(sql`due_at > created_at`), 1000)
  expect(await emails()).toBe(crowd)
})
