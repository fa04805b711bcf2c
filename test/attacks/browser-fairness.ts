// One organization fills the queue for browsers with test runs and checks; another one wants one of each.
import { join } from 'node:path'
import { createFiles } from '../../src/artifacts/files.ts'
import type { FoundBrowser } from '../../src/browsers/find.ts'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { newId } from '../../src/domain/id.ts'
import { asReported, notChecked } from '../../src/domain/outcome.ts'
import { createVault } from '../../src/domain/vault.ts'
import { BrowserLane } from '../../src/engine/browser-checks/browser-lane.ts'
import type { CheckOrder } from '../../src/engine/workers/messages.ts'
import { needsBrowser } from '../../src/engine/workers/order-facts.ts'
import { withSteps } from '../../src/engine/workers/steps.ts'
import type { Workers } from '../../src/engine/workers/workers.ts'
import { startEmbedded } from '../../src/postgres/index.ts'
import { startProber } from '../../src/roles/prober.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { putLocation } from '../../src/store/checking/locations.ts'
import { addTry } from '../../src/store/checking/tries.ts'
import { renewTurns } from '../../src/store/checking/turns.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { sql } from '../../src/store/database/sql.ts'
import { addMonitor } from '../../src/store/monitors/monitors.ts'
import { fakeInstallation } from '../kit/browser/fake-box.ts'
import { fakeWorkers } from '../kit/checks/fake-workers.ts'
import { newFolder } from '../kit/files.ts'
import { quiet } from '../kit/log.ts'
import { monitorRow } from '../kit/resources/monitor-row.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'
import { until } from '../faults/targets.ts'

const slots = 2
const patienceMs = 120_000
const vault = createVault(['a key that only this attack has'])
const script = "import { test } from '@playwright/test'\ntest('x', async () => {})"
const draft = { type: 'playwright', target: 'https://shop.example/' }
const config = { script, retry: false, timeoutSeconds: 60 }

export const browserFairness: Trial = {
  name: 'browser-fairness',
  promise: 'An organization that fills the queue for browsers delays another one only by the runs that are under way.',
  hasShortSize: true,
  async run(size) {
    const folder = newFolder()
    const server = await startEmbedded({ dataDir: join(folder.path, 'data'), clock, log: quiet })
    const store = openStore(server.connection, { log: quiet, connections: 6 })
    try {
      await migrate(store, { log: quiet, now: clock.now() })
      return await flood(store, folder.path, size)
    } finally {
      await store.close()
      await server.stop()
      folder.remove()
    }
  },
}

async function flood(store: Store, folder: string, size: TrialSize): Promise<TrialResult> {
  const { tries, checks, runMs } = {
    short: { tries: 20, checks: 10, runMs: 200 },
    full: { tries: 60, checks: 60, runMs: 1500 },
  }[size]
  const location = await addLocation(store)
  const [attacker, victim] = [await addOrganization(store, 'attacker'), await addOrganization(store, 'victim')]
  const begun: string[] = []
  const browsers = slowWorkers(runMs, ({ organizationId = '' }) => void begun.push(organizationId))
  const found: FoundBrowser = { installation: fakeInstallation(folder), missing: null }
  const lane = new BrowserLane({
    find: async () => found,
    needsBrowser,
    startBrowsers: () => browsers,
    slots,
    clock,
  })
  const workers = withSteps(
    slowWorkers(0, () => undefined),
    [lane],
  )
  for (let n = 0; n < tries; n++) await addRun(store, attacker, location)
  for (let n = 0; n < checks; n++) await addCheck(store, attacker, location)
  const prober = startProber({
    store,
    clock,
    log: quiet,
    vault,
    allowPrivate: true,
    processId: 1,
    artifacts: { bytes: createFiles(join(folder, 'artifacts')), maxBytes: 1_000_000 },
    workers,
    slots: lane.slots,
  })
  try {
    const violations: string[] = []
    if (!(await until(() => begun.length >= 2 * slots, patienceMs))) violations.push('The flood did not begin.')
    const before = begun.length
    await addRun(store, victim, location)
    await addCheck(store, victim, location)
    const own = (): number => begun.filter((one) => one === victim).length
    if (!(await until(() => own() === 2, patienceMs)))
      violations.push(`Of two runs of the other organization ${own()} began.`)
    const after = begun.slice(before)
    const delayedBy = after.slice(0, after.lastIndexOf(victim)).filter((one) => one === attacker).length
    // One claim may be under way already; the second run of the victim takes its turn after one of the attacker.
    if (delayedBy > 2 * slots)
      violations.push(`${delayedBy} runs of the attacker began before both of the other organization.`)
    return { figures: { waiting: tries + checks, 'began before both': delayedBy }, violations }
  } finally {
    await prober.stop()
    await workers.stop()
  }
}

function slowWorkers(runMs: number, onRun: (work: CheckOrder) => void): Workers {
  const run = async (work: CheckOrder) => {
    onRun(work)
    await clock.sleep(runMs)
    return asReported(notChecked('an attack'))
  }
  return fakeWorkers(run, { free: Infinity })
}

async function addLocation(store: Store): Promise<string> {
  const place = { name: 'Here', city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true }
  await putLocation(store, { slug: 'here', ...place }, clock.now())
  return (await store.row<{ id: string }>(sql`select id from locations`))!.id
}

async function addOrganization(store: Store, slug: string): Promise<string> {
  return (await putOrganization(store, { name: slug, slug, plan: 'enterprise', limits: {} }, clock.now())).id
}

async function addRun(store: Store, organizationId: string, location: string): Promise<void> {
  const id = newId(clock.now())
  const sealed = (value: object): Buffer => vault.seal(JSON.stringify(value), id)
  const secrets = { config: sealed(config), variables: sealed({}) }
  const needs = { deadlineSeconds: 120, isTestRun: true, needsBrowser: true, locationIds: [location] }
  await addTry(store, { ...draft, ...secrets, ...needs, id, organizationId }, clock.now())
}

async function addCheck(store: Store, organizationId: string, location: string): Promise<void> {
  const [id, now] = [newId(clock.now()), clock.now()]
  const needs = { intervalSeconds: 3600, locationIds: [location], deadlineSeconds: 120, needsBrowser: true }
  await addMonitor(store, organizationId, monitorRow(now, { ...draft, ...needs, id, config }), now)
  await renewTurns(store, { organizationId, monitorIds: [id], now })
}
