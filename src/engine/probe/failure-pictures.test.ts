import { describe, expect, it } from 'vitest'
import { artifact, artifactsInFolder } from '../../../test/kit/resources/artifacts.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { evidenceOfCheck } from '../../store/results/evidence.ts'
import { sql } from '../../store/database/sql.ts'
import { createFailurePictures } from './failure-pictures.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import type { CheckOrder } from '../workers/messages.ts'

const minute = 60_000
const good: ReportedOutcome = {
  success: true,
  durationMs: 1,
  statusCode: 200,
  error: null,
  cause: null,
  metrics: { 'http.status_code': 200 },
  evidence: '{"status":"200 OK"}',
}
const broken = { ...good, statusCode: 500, metrics: { 'http.status_code': 500 }, evidence: '{"status":"500"}' }
const away = { ...good, success: false, statusCode: null, metrics: {}, evidence: null }

const noClaims = {
  areChecksHeld: false,
  reserve: () => ({ count: 0, next: () => [], use: () => undefined }),
  release: () => undefined,
}

interface Around {
  readonly config?: Record<string, unknown>
  readonly browserMissing?: string | null
  readonly freeBrowsers?: number | null
}

async function watching({
  config = { captureScreenshot: true },
  browserMissing = null,
  freeBrowsers = 1,
}: Around = {}) {
  const [clock, store] = [fakeClock(), await newStore()]
  const monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
  const { monitorNumber, organizationId, id: monitorId } = monitor
  const [location] = monitor.locations as [number]
  const requested: CheckOrder[] = []
  const run = async (work: CheckOrder) => {
    requested.push(work)
    return { ...good, evidence: null, artifacts: [artifact()] }
  }
  const parts = { store, clock, log: quiet, artifacts: artifactsInFolder(), workers: fakeWorkers(run) }
  const pictures = createFailurePictures({
    ...parts,
    slots: { browserMissing, freeBrowsers, ...noClaims },
  })
  const rule = {
    metricKey: 'http.status_code',
    operator: 'not_in_groups',
    value: '["2xx"]',
    severity: 'critical' as const,
  }
  const job = { version: 1, type: 'http', organizationId, monitorId, target: 'https://shop.example/', config }
  const turn = { monitorNumber, slot: 0, location, dueAt: clock.now(), version: 1, nextDueAt: clock.now() }
  const see = (outcome: ReportedOutcome): Record<string, unknown> => {
    const plan = {
      ...job,
      monitorNumber,
      secrets: null,
      deadlineSeconds: 10,
      intervalSeconds: 60,
      locationIntervalSeconds: 60,
      rules: [rule],
    }
    const check = { turn, plan, order: { ...job, deadlineMs: 10_000 } }
    return JSON.parse(pictures.attach(check, outcome, clock.now()).evidence ?? '{}') as Record<string, unknown>
  }
  const kept = () => evidenceOfCheck(store, monitorNumber, { at: clock.now(), location })
  const keep = async (evidence: string): Promise<void> =>
    void (await store.run(sql`
      insert into failure_evidence (monitor_number, at, location, evidence)
      values (${monitorNumber}, ${clock.now()}, ${location}, ${evidence}::json)`))
  return { clock, requested, see, kept, keep }
}

const noted = [{ kind: 'screenshot', url: expect.stringMatching(/^\/v1\/artifacts\//) }]

describe('a monitor with pictures of failures', () => {
  it('gets one when it begins to fail, which this check and the following ones show', async () => {
    const { requested, see, keep, kept } = await watching()
    expect(see(good)).toEqual({ status: '200 OK' })
    await keep(broken.evidence)
    expect(see(broken)).toEqual({ status: '500' })
    expect(requested).toMatchObject([{ type: 'http', target: 'https://shop.example/', forPicture: true }])
    await expect.poll(kept).toMatchObject({ status: '500', artifacts: noted })
    expect(see(broken)).toMatchObject({ status: '500', artifacts: noted })
    expect(requested).toHaveLength(1)
  })

  it('gets at most one in fifteen minutes while it flaps', async () => {
    const { requested, see, clock } = await watching()
    see(broken)
    see(good)
    clock.advance(14 * minute)
    expect(see(broken)).toEqual({ status: '500' })
    expect(requested).toHaveLength(1)
    see(good)
    clock.advance(2 * minute)
    see(broken)
    expect(requested).toHaveLength(2)
  })

  it('gets none without a response, but one of the first response after that', async () => {
    const { requested, see } = await watching()
    see(away)
    expect(requested).toHaveLength(0)
    see(broken)
    expect(requested).toHaveLength(1)
  })

  it('gets none of a check that could not run', async () => {
    const { requested, see } = await watching()
    see({ ...broken, infrastructure: true })
    expect(requested).toHaveLength(0)
  })

  it.each([
    [{ browserMissing: 'this location has no browser: there is no Chromium' }, 'there is no Chromium.'],
    [{ freeBrowsers: 0 }, 'every browser was busy.'],
  ])('says so where none can be taken', async (around, sentence) => {
    const { requested, see } = await watching(around)
    expect(see(broken)).toEqual({
      status: '500',
      picture: expect.stringMatching(`^No picture was taken: .*${sentence}$`),
    })
    expect(requested).toHaveLength(0)
  })
})

it('takes no pictures unless the monitor asks for them', async () => {
  const { requested, see } = await watching({ config: {} })
  expect(see(broken)).toEqual({ status: '500' })
  expect(requested).toHaveLength(0)
})
