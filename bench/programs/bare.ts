// The bare alternative: the same client in a paced loop, with a batched insert and nothing else. Runs twice: the first
// loop pays for compiling its code, the second one does not.
import { noBrowsers } from '../../src/browsers/missing.ts'
import { findCheck } from '../../src/checks/index.ts'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { noSources } from '../../test/kit/checks/run-check.ts'
import { createNet } from '../../src/net/index.ts'
import { createPolicy } from '../../src/net/policy.ts'
import { openStore } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'

const [databaseUrl = '', type = '', target = '', config = '{}', perSecond = '', seconds = ''] = process.argv.slice(2)
const log = { debug() {}, info() {}, warn() {}, error: console.error }
const store = openStore({ connectionString: databaseUrl }, { log, connections: 2 })
const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
const check = findCheck(type)!
const browsers = noBrowsers('a bench has no browser')
const around = { net, clock, sources: noSources, browsers, signal: new AbortController().signal }
const job = { monitorId: '', target, config: JSON.parse(config) as Record<string, unknown>, deadlineMs: 10_000 }

await store.script('create unlogged table if not exists bare_results (at timestamptz, duration real, success boolean)')
const stepMs = 10
const steps = (Number(seconds) * 1000) / stepMs
let finished: { at: Date; durationMs: number; success: boolean }[] = []
let started = 0
let done = 0

async function one(): Promise<void> {
  const { durationMs, success } = await check.prepare(job).run(around)
  finished.push({ at: clock.now(), durationMs, success })
  done += 1
}

async function keep(): Promise<void> {
  const batch = finished
  finished = []
  if (batch.length === 0) return
  await store.run(sql`
    insert into bare_results
    select * from unnest(${batch.map(({ at }) => at)}::timestamptz[], ${batch.map(({ durationMs }) => durationMs)}::real[],
      ${batch.map(({ success }) => success)}::boolean[])`)
}

async function loop(): Promise<void> {
  started = 0
  done = 0
  const before = process.cpuUsage()
  const begin = clock.monotonicMs()
  for (let step = 1; step <= steps; step++) {
    const due = Math.floor((step * stepMs * Number(perSecond)) / 1000)
    while (started < due) {
      started += 1
      void one()
    }
    if (step % 5 === 0) void keep()
    await clock.sleep(Math.max(begin + step * stepMs - clock.monotonicMs(), 0))
  }
  while (done < started) await clock.sleep(20)
  await keep()
  const { user, system } = process.cpuUsage(before)
  process.send!({ checks: done, cpu: (user + system) / 1e6 })
}

await loop()
await loop()
await store.close()
