// npm run bench -- notify: signed webhooks per CPU second, from due to logged, compared with the same client in a bare
// loop; and whether ten thousand incidents at once all arrive. Both sides are measured after the same number of
// deliveries: compiling their code costs one process about as much however long it runs, so the ratio would otherwise
// depend on how many deliveries are measured. What the deliveries before that cost is shown beside it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventOf } from '../src/channels/shared/event.ts'
import { secretContext } from '../src/channels/shared/secrets.ts'
import { systemClock as clock } from '../src/domain/clock.ts'
import { createVault } from '../src/domain/vault.ts'
import { clockSlackMs } from '../src/store/database/clock-slack.ts'
import { addDeliveries } from '../src/store/notifications/deliveries.ts'
import { addChannel, newChannelId } from '../src/store/notifications/channels.ts'
import { putOrganization } from '../src/store/accounts/organizations.ts'
import { sql } from '../src/store/database/sql.ts'
import { critical } from '../test/kit/resources/alerts.ts'
import { askProgram, forkLapwing, nextMessage, startProgram, stopProgram } from './kit/children.ts'
import { startDatabase } from './kit/database.ts'
import { cpuSeconds } from './kit/processes.ts'

const deliveries = Number(process.env['BENCH_DELIVERIES'] ?? 20_000)
const warmUp = Number(process.env['BENCH_WARM_UP'] ?? 4000)
const incidents = Number(process.env['BENCH_INCIDENTS'] ?? 10_000)
const atOnceEach = 8
const goal = 1.6
// Due times further ahead are reset, as if the clock had been set back.
const aheadMs = clockSlackMs - 500
// After the heap trimmer's second look (engine/event-loop): a forced collection does not fall into a measurement.
const settleMs = 21_000
const secretKey = 'a key that is long enough for a bench'

const hooks = startProgram('hooks.ts')
const url = `http://127.0.0.1:${(await nextMessage<{ port: number }>(hooks)).port}/hook`
const database = await startDatabase()
const { folder, store, url: databaseUrl } = database
const provision = join(folder, 'provision.yaml')
writeFileSync(provision, 'organizations: [ { name: Bench } ]\n')
const { id: organizationId } = await putOrganization(
  store,
  { name: 'Bench', slug: 'bench', plan: 'enterprise', limits: {} },
  clock.now(),
)
const vault = createVault([secretKey])

async function newChannel(isDefault: boolean): Promise<number> {
  const id = await newChannelId(store)
  const secrets = vault.seal(JSON.stringify({ url, secret: 'the secret of the bench' }), secretContext(id))
  const config = { url: '__redacted__', secret: '__redacted__', contact_group_ids: [] }
  const kind = {
    name: `Hook ${id}`,
    type: 'webhook',
    enabled: true,
    severityFilter: ['critical', 'warning'] as const,
    fallbackChannelId: null,
  }
  await addChannel(store, organizationId, { channel: { ...kind, id, isDefault, config, secrets }, now: clock.now() })
  return id
}

interface Arrived {
  requests: number
  incidents: number
  unsigned: number
}

const arrived = (): Promise<Arrived> => askProgram(hooks, 'count and reset')

interface Cost {
  seconds: number
  sender: number
  database: number
  requests: number
}

interface Drained extends Arrived {
  first: Cost
  rest: Cost
}

const difference = (one: Cost, other: Cost): Cost => ({
  seconds: one.seconds - other.seconds,
  sender: one.sender - other.sender,
  database: one.database - other.database,
  requests: one.requests - other.requests,
})

/** Counts at the receiver: a query would cost PostgreSQL more the more deleted deliveries it has to read past. */
async function whenArrived(count: number): Promise<number> {
  for (;;) {
    const { requests } = await askProgram<Arrived>(hooks, 'count')
    if (requests >= count) return requests
    await clock.sleep(10)
  }
}

/**
 * Queues this many, starts a notifier, and returns its cost from the time everything is due until nothing is left: of
 * the first ones, and of the rest.
 */
async function drain(
  fill: (dueAt: Date) => Promise<void>,
  { count, first: before }: { count: number; first: number },
): Promise<Drained> {
  await store.script('truncate deliveries, notifications')
  const notifier = forkLapwing({
    LAPWING_DATABASE_URL: databaseUrl,
    LAPWING_DATA_DIR: folder,
    LAPWING_PROVISION: provision,
    LAPWING_SECRET_KEY: secretKey,
    LAPWING_ROLES: 'notifier',
  })
  const settled = clock.sleep(settleMs)
  await nextMessage(notifier)
  await settled
  const dueAt = new Date(clock.now().getTime() + aheadMs)
  await fill(dueAt)
  await store.script('vacuum analyze')
  const leftMs = dueAt.getTime() - clock.now().getTime() - 100
  if (leftMs < 0) throw new Error('the machine is too busy: deliveries were due before all were queued')
  await clock.sleep(leftMs)
  const costAt = (requests: number): Cost => ({
    seconds: clock.monotonicMs() / 1000,
    sender: cpuSeconds(notifier.pid!),
    database: cpuSeconds(database.pid!),
    requests,
  })
  const logEnd = (await lastEntry()) + count
  const begin = costAt(0)
  await clock.sleep(100)
  const warm = before === 0 ? begin : costAt(await whenArrived(before))
  await whenArrived(count)
  do await clock.sleep(100)
  while ((await lastEntry()) < logEnd)
  const end = costAt(count)
  while (await isLeft()) await clock.sleep(100)
  await stopProgram(notifier)
  return { first: difference(warm, begin), rest: difference(end, warm), ...(await arrived()) }
}

/** The id of the latest entry of the log. It costs nothing to read, unlike the tables. */
async function lastEntry(): Promise<number> {
  const row = await store.row<{ id: number }>(
    sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('notifications', 'id')), 0) as id`,
  )
  return row!.id
}

async function isLeft(): Promise<boolean> {
  return (await store.row<{ some: boolean }>(
    sql`select exists (select from outbox) or exists (select from deliveries) as some`,
  ))!.some
}

async function logged(): Promise<number> {
  return (await store.row<{ count: number }>(sql`select count(*) from notifications where status = 'sent'`))!.count
}

interface BareCost {
  first: number
  rest: number
}

/** The cost of one in the bare loop with the same concurrency, on a new connection or on kept ones. */
async function bare(atOnce: number, connections: 'new' | 'kept'): Promise<BareCost> {
  const event = JSON.stringify(eventOf(critical))
  const loop = startProgram('bare-hooks.ts', [url, event, `${warmUp}`, `${deliveries}`, `${atOnce}`, connections])
  const { first, rest } = await nextMessage<BareCost>(loop)
  await arrived()
  return { first: first / warmUp, rest: rest / deliveries }
}

const micros = (seconds: number): string => (seconds * 1e6).toFixed(0)

const costOfOne = ({ sender, database: theirs, requests }: Cost): Pick<Cost, 'sender' | 'database'> => ({
  sender: sender / requests,
  database: theirs / requests,
})

const worded = (cost: Pick<Cost, 'sender' | 'database'>): string =>
  `${micros(cost.sender)} + ${micros(cost.database)} µs`

async function compare(channels: number): Promise<void> {
  const ids: number[] = []
  for (let n = 0; n < channels; n++) ids.push(await newChannel(false))
  const alert = (n: number) => ({ ...critical, incident: { ...critical.incident, id: n + 1 } })
  const drafts = Array.from({ length: warmUp + deliveries }, (_, n) => ({
    organizationId,
    channelId: ids[n % channels]!,
    alert: alert(n),
    people: [],
  }))
  const atOnce = channels * atOnceEach
  const before = await bare(atOnce, 'new')
  const fill = async (dueAt: Date): Promise<void> => {
    for (let done = 0; done < drafts.length; done += 1000)
      await addDeliveries(store, drafts.slice(done, done + 1000), dueAt)
  }
  const result = await drain(fill, { count: drafts.length, first: warmUp })
  // Noise on the machine affects the measurements on both sides alike.
  const after = await bare(atOnce, 'new')
  const [alone, first] = [(before.rest + after.rest) / 2, (before.first + after.first) / 2]
  const { rest: keeping } = await bare(atOnce, 'kept')
  const { seconds, requests } = result.rest
  const each = costOfOne(result.rest)
  const ratio = (each.sender + each.database) / alone
  console.log(
    `${String(channels).padStart(4)} channels  ${(requests / seconds).toFixed(0).padStart(5)}/s  ` +
      `${(1 / (each.sender + each.database)).toFixed(0).padStart(5)} deliveries per CPU-second (${worded(each)})  ` +
      `bare ${(1 / alone).toFixed(0).padStart(5)} (${micros(alone)} µs)  ${ratio.toFixed(2)} times that (goal: at most ${goal})  ` +
      `bare with kept connections ${micros(keeping)} µs, ${((each.sender + each.database) / keeping).toFixed(2)} times that  ` +
      `the ${warmUp} before: ${worded(costOfOne(result.first))}, bare ${micros(first)} µs  ` +
      `${result.requests} arrived, ${result.unsigned} unsigned, ${await logged()} logged`,
  )
  await store.run(sql`delete from notification_channels where id = any (${ids}::bigint[])`)
}

/** One incident per monitor, all opened at once. */
async function openAtOnce(dueAt: Date): Promise<void> {
  await store.run(sql`
    with opened as (
      insert into incidents (
        organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, alert_rule_id, rule_id, rule_name,
        rule_expression, rule_version, status, severity, message, started_at, failing_since, last_fired_at, root_cause,
        root_cause_detail, diagnosis, expected, detected_value, confirming_locations, updated_at
      )
      select ${organizationId}, gen_random_uuid(), n, 'Monitor ' || n, 'http', 'https://example.com/', gen_random_uuid(), n, 'Availability Check',
        'success == false', 1, 'firing', 'critical', 'Monitor is down: connection refused', ${dueAt}, ${dueAt}, ${dueAt}, 'connect',
        'connection refused', 'The server cannot be reached.', 'the check succeeds', 'connection refused', '{}', ${dueAt}
      from generate_series(1, ${incidents}) as n
      returning organization_id, id
    )
    insert into outbox (organization_id, incident_id, kind, fire_count, at, due_at)
    select organization_id, id, 'firing', 1, ${dueAt}, ${dueAt} from opened`)
}

async function flood(): Promise<void> {
  await newChannel(true)
  const { rest, requests, incidents: distinct } = await drain(openAtOnce, { count: incidents, first: 0 })
  const sent = await logged()
  const lost = incidents - distinct
  console.log(
    `${incidents} incidents at once  delivered in ${rest.seconds.toFixed(1)} s with ${(rest.sender + rest.database).toFixed(1)} CPU-seconds ` +
      `(${worded(costOfOne(rest))} each)  ${requests} arrived, ${sent} logged, ${lost} lost`,
  )
  if (lost !== 0 || sent !== incidents) process.exitCode = 1
}

try {
  await compare(50)
  await compare(1)
  await flood()
} finally {
  await stopProgram(hooks)
  await database.stop()
}
