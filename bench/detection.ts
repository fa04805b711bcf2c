// npm run bench -- detection: the time from the failure of a target to the open incident. First in simulated time, with
// real scheduling and evaluation; then with a whole Lapwing and a server that is stopped.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import { strategies } from '../src/domain/monitor.ts'
import { type LocalSite, forkLapwing, nextMessage, serve, stopProgram } from './kit/children.ts'
import { deleteFolder, newFolder, startDatabase } from './kit/database.ts'
import { percentile } from './kit/figures.ts'
import { type Detection, simulateDetection } from './kit/simulated-detection.ts'

const trials = Number(process.env['BENCH_TRIALS'] ?? 100)
function show(title: string, detections: readonly Detection[]): void {
  for (const strategy of strategies) {
    const cells = [1, 2, 3].map((locations) => {
      const all = detections
        .filter((one) => one.strategy === strategy && one.locations === locations)
        .map(({ seconds }) => seconds)
      return all.length === 0 ? '' : `${at(all, 0.5)} / ${at(all, 0.95)} s`
    })
    console.log(`| ${title} | ${strategy} | ${cells.join(' | ')} |`)
  }
}

function at(values: readonly number[], share: number): string {
  const value = percentile(values, share)
  return value < 100 ? value.toFixed(1) : value.toFixed(0)
}

async function simulated(): Promise<void> {
  const database = await startDatabase()
  try {
    for (const intervalSeconds of [5, 30, 60, 300, 3600])
      show(
        `every ${intervalSeconds} s`,
        await simulateDetection(database.store, { intervalSeconds, trials, start: clock.now() }),
      )
  } finally {
    await database.stop()
  }
}

const key = 'lw_bench_write_0123456789abcdef'
const locations = ['fra', 'nyc', 'sin'].map((slug) => ({
  slug,
  name: slug,
  region: 'x',
  country: 'X',
  countryCode: 'XX',
  embedded: true,
}))
const monitorsEach = 10

/** All monitors fail at once; their check times are spread over the interval. */
async function forReal(): Promise<void> {
  const folder = newFolder()
  const provision = join(folder, 'provision.yaml')
  writeFileSync(
    provision,
    JSON.stringify({ organizations: [{ name: 'Bench', apiKeys: [{ name: 'rw', scope: 'write', key }] }], locations }),
  )
  const target = await serve((_request, response) => response.end('ok'))
  const lapwing = forkLapwing({
    LAPWING_PORT: '0',
    LAPWING_DATA_DIR: join(folder, 'data'),
    LAPWING_PROVISION: provision,
    LAPWING_INTERVAL_FLOOR: '5',
  })
  try {
    const { origin } = await nextMessage<{ origin: string }>(lapwing)
    show('every 5 s, for real', await measure(origin, target))
  } finally {
    await stopProgram(lapwing)
    deleteFolder(folder)
  }
}

async function measure(origin: string, target: LocalSite): Promise<Detection[]> {
  const ask = async (path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(`${origin}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const places = (await ask('/locations')).data.map(({ id }: { id: string }) => id)
  const url = `${target.origin}/`
  const kinds = strategies.flatMap((strategy) => [1, 2, 3].map((count) => ({ strategy, locations: count })))
  const made = new Map<string, (typeof kinds)[number]>()
  for (let n = 0; n < monitorsEach; n++)
    for (const kind of kinds) {
      const monitor = {
        name: `Bench ${n}`,
        type: 'http',
        target: url,
        interval: 5,
        schedulingStrategy: kind.strategy,
        locations: places.slice(0, kind.locations),
      }
      made.set((await ask('/monitors', monitor)).id, kind)
    }
  while ((await ask('/summary')).monitors.up < made.size) await clock.sleep(250)
  await clock.sleep(5000 + Math.random() * 5000)
  const failedAt = clock.now().getTime()
  target.close()
  const detections = new Map<string, Detection>()
  while (detections.size < made.size) {
    await clock.sleep(250)
    for (const incident of await allIncidents(ask)) {
      const kind = made.get(incident.monitor.id)!
      detections.set(incident.monitor.id, { ...kind, seconds: (Date.parse(incident.started_at) - failedAt) / 1000 })
    }
  }
  return [...detections.values()]
}

async function allIncidents(ask: (path: string) => Promise<any>): Promise<any[]> {
  const first = await ask('/incidents?limit=100')
  return first.has_more
    ? [...first.data, ...(await ask(`/incidents?limit=100&cursor=${first.next_cursor}`)).data]
    : first.data
}

console.log('| checked | strategy | 1 location | 2 locations | 3 locations |\n|---|---|---|---|---|')
await simulated()
await forReal()
