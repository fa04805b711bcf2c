// A Lapwing that notifies people of incidents, and what the receivers of a test got.
import { sql } from '../../../src/store/database/sql.ts'
import { type TestLapwing, keys, lapwing } from '../lapwing/lapwing.ts'
import { type Fields, inDatabase } from './monitors.ts'
import type { Receiver } from './receiver.ts'
import { waitUntil } from '../wait-until.ts'

type Options = Omit<NonNullable<Parameters<typeof lapwing>[0]>, 'provision'>

/** An organization whose channels, groups and contacts are those of a provision file; JSON is YAML too. */
export function lapwingWithChannels(organization: Fields, { env, ...options }: Options = {}): Promise<TestLapwing> {
  const apiKeys = [{ name: 'rw', scope: 'write', key: keys.write }]
  const provision = JSON.stringify({ organizations: [{ name: 'Acme', apiKeys, ...organization }], locations })
  return lapwing({ ...options, provision, env: { LAPWING_ROLES: 'server,housekeeper,notifier', ...env } })
}

const locations = [
  { slug: 'fra', name: 'Frankfurt', region: 'eu', country: 'Germany', countryCode: 'DE', embedded: true },
  { slug: 'nyc', name: 'New York', region: 'us', country: 'United States', countryCode: 'US', embedded: true },
]

/** A webhook that takes the alerts of every group, unless its fields say otherwise. */
export function hook({ origin }: Receiver, { config = {}, ...fields }: Fields & { config?: Fields } = {}): Fields {
  return { name: 'Hook', type: 'webhook', default: true, ...fields, config: { url: `${origin}/hook`, ...config } }
}

// Fake time passes with each look, so long pauses only make a test long.
const maxPauseMs = 25

/** Lets time go on until the claim holds; what happens by itself happens meanwhile. */
export async function passUntil(app: TestLapwing, claim: () => unknown, stepMs = 50): Promise<void> {
  const look = async (): Promise<boolean> => {
    app.clock.advance(stepMs)
    return Boolean(await claim())
  }
  await waitUntil(look, maxPauseMs)
}

/** What a receiver got, once that is so much. */
export async function received(app: TestLapwing, receiver: Receiver, count = 1): Promise<any[]> {
  await passUntil(app, () => receiver.requests.length >= count)
  await writtenDown(app)
  return receiver.requests.map((request) => request.json())
}

const longestLook = 100

/**
 * What was sent but is not stored yet would be sent again once the clock is moved. Some receivers never answer.
 */
async function writtenDown(app: TestLapwing): Promise<void> {
  let looks = 0
  const isWritten = async (): Promise<boolean> => {
    const held = await inDatabase(app, sql`select from deliveries where leased_until > ${app.clock.now()} limit 1`)
    return held.length === 0 || ++looks > longestLook
  }
  await passUntil(app, isWritten, 5)
}

/** Waits until everything that is due has been sent. */
export async function allDelivered(app: TestLapwing): Promise<void> {
  await passUntil(app, async () => {
    const [left] = await inDatabase<{ some: boolean }>(
      app,
      sql`
      select exists (select from outbox where due_at <= ${app.clock.now()}) or exists (select from deliveries where due_at <= ${app.clock.now()}) as some`,
    )
    return !left!.some
  })
}

/** The delivery log of an incident, in the order in which it was written. */
export async function logOf(app: TestLapwing, incidentId: number): Promise<any[]> {
  return (await app.get(`/notifications?incident_id=${incidentId}&limit=100`)).body.data.toReversed()
}
