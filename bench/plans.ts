// npm run bench -- plans: the CPU time of configuration as code, in the server and its PostgreSQL, with 100, 1,000 and
// 10,000 monitors: to plan them, to apply the plan, and to plan the same again; then for new intervals and tags, and
// for new rules. Other numbers are arguments. A document has at most 5,000 monitors, so 10,000 are two documents.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import { startDatabase } from './kit/database.ts'
import { startForBench } from './kit/lapwing.ts'
import { cpuSeconds } from './kit/processes.ts'

const sizes = process.argv.slice(2).map(Number)
const maxObjects = 5000
/** As the command does. */
const pollMs = 1000
const key = 'lw_bench_0123456789abcdef0123'
const provision = `
organizations: [ { name: Bench, apiKeys: [ { name: bench, scope: write, key: ${key} } ] } ]
locations: [ { slug: fra, name: Frankfurt, city: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true } ]
`

/** What each monitor has besides its name and target. */
const monitor = { type: 'http', interval: 300, locations: ['fra'] }
const retagged = { ...monitor, interval: 600, tags: ['team:shop'] }
const rules = [
  { defaultRule: 'Availability Check', failureThreshold: 4 },
  { name: 'Slow', metric: 'response_time', operator: '>', value: '2000', severity: 'warning' },
]
const phases = { create: monitor, 'change fields': retagged, 'change rules': { ...retagged, alertRules: rules } }

interface Plan {
  readonly id: string
  readonly state: string
  readonly failure: string | null
  readonly changes: readonly object[]
}

for (const size of sizes.length > 0 ? sizes : [100, 1000, 10_000]) await measure(size)

async function measure(size: number): Promise<void> {
  const database = await startDatabase({ connections: 1, migrated: false })
  const file = join(database.folder, 'provision.yaml')
  writeFileSync(file, provision)
  const lapwing = await startForBench({
    LAPWING_DATABASE_URL: database.url,
    LAPWING_DATA_DIR: join(database.folder, 'lapwing'),
    LAPWING_PROVISION: file,
    LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
    LAPWING_PORT: '0',
    LAPWING_HOST: '127.0.0.1',
    LAPWING_ROLES: 'server',
  })
  const spent = new Map<string, number>()
  const during = async <Result>(phase: string, work: () => Promise<Result>): Promise<Result> => {
    const before = cpuSeconds(process.pid)
    const result = await work()
    spent.set(phase, (spent.get(phase) ?? 0) + cpuSeconds(process.pid) - before)
    return result
  }
  const plan = (document: object): Promise<Plan> => ask(lapwing.origin!, 'POST', '/config/plans', { document })
  try {
    for (const [phase, changed] of Object.entries(phases))
      for (const document of documentsOf(size, changed)) {
        const planned = await during(`${phase}: plan`, () => plan(document))
        if (planned.changes.length < document.monitors.length) throw new Error(`${phase}: the plan is too short`)
        await during(`${phase}: apply`, () => apply(lapwing.origin!, planned))
        const { changes } = await during('unchanged: plan', () => plan(document))
        if (changes.length > 0) throw new Error(`The second plan has ${changes.length} changes`)
      }
  } finally {
    await lapwing.stop()
    await database.stop()
  }
  const plansOf = (phase: string): number => (phase.startsWith('unchanged') ? Object.keys(phases).length : 1)
  for (const [phase, seconds] of spent) {
    const each = seconds / plansOf(phase)
    const perMonitor = ((each / size) * 1000).toFixed(2)
    console.log(`${String(size).padStart(6)} monitors  ${phase.padEnd(22)}${each.toFixed(2)} s (${perMonitor} ms each)`)
  }
}

function documentsOf(size: number, fields: object) {
  return Array.from({ length: Math.ceil(size / maxObjects) }, (_, part) => ({
    source: `bench ${part}`,
    contactGroups: [{ key: `people-${part}`, name: `People ${part}` }],
    monitors: Array.from({ length: Math.min(size - part * maxObjects, maxObjects) }, (_monitor, n) => ({
      key: `m-${part}-${n}`,
      name: `M ${part} ${n}`,
      target: `https://host-${n}.example.com/`,
      config: { notificationGroupIds: [`people-${part}`] },
      ...fields,
    })),
  }))
}

/** A large plan is applied in the background. */
async function apply(origin: string, { id }: Plan): Promise<void> {
  let plan = await ask<Plan>(origin, 'POST', `/config/plans/${id}/apply`)
  while (plan.state === 'applying') {
    await clock.sleep(pollMs)
    plan = await ask(origin, 'GET', `/config/plans/${id}?changes=false`)
  }
  if (plan.state !== 'applied') throw new Error(`The plan is ${plan.state}: ${plan.failure}`)
}

async function ask<Result>(origin: string, method: string, path: string, body?: object): Promise<Result> {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as Result
}
