import { expect, it } from 'vitest'
import { artifact, artifactsInFolder } from '../../../test/kit/resources/artifacts.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'
import { watchedMonitor } from '../../../test/kit/resources/turns.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { runDueCheck } from './run-check.ts'

/** What is reported if the process that runs checks returns this. */
async function reportOf(reported: ReportedOutcome): Promise<OutcomeReport[]> {
  const [clock, store] = [fakeClock(), await newStore()]
  const {
    monitorNumber,
    organizationId,
    id: monitorId,
  } = await watchedMonitor(store, { locations: 1, now: clock.now() })
  const job = { version: 1, type: 'http', organizationId, monitorId, target: 'https://shop.example/', config: {} }
  const plan = {
    ...job,
    monitorNumber,
    secrets: null,
    deadlineSeconds: 10,
    intervalSeconds: 60,
    locationIntervalSeconds: 60,
    rules: [],
  }
  const turn = { monitorNumber, slot: 0, location: 1, dueAt: clock.now(), version: 1 }
  const reports: OutcomeReport[] = []
  const services = {
    store,
    clock,
    log: quiet,
    workers: fakeWorkers(async () => reported),
    outcomes: { report: (report: OutcomeReport) => void reports.push(report), stop: async () => undefined },
    probeHealth: { passed: () => undefined, localFault: async () => 'not checked: no network' },
    artifacts: artifactsInFolder(),
    pictures: { attach: (_check: unknown, outcome: ReportedOutcome) => outcome },
  }
  expect(await runDueCheck(services, { turn, plan, order: { ...job, deadlineMs: 10_000 } })).toBe(true)
  return reports
}

it('reports a check at the time at which it ended', async () => {
  const endedAt = Date.UTC(2026, 0, 1)
  const [report] = await reportOf({ ...goodOutcome, endedAt })
  expect(report).toMatchObject({ at: new Date(endedAt), outcome: { success: true } })
})

it('saves the artifacts of a check that is not in quarantine', async () => {
  const [report] = await reportOf({ ...goodOutcome, isQuarantined: false, artifacts: [artifact()] })
  expect(report!.outcome).not.toHaveProperty('artifacts')
  expect(JSON.parse(report!.outcome.evidence!)).toMatchObject({ artifacts: [{ kind: artifact().kind }] })
})

it('reports a failure of the probe itself at the time of the check', async () => {
  const endedAt = Date.UTC(2026, 0, 1)
  const [report] = await reportOf({ ...goodOutcome, success: false, local: 'route', endedAt })
  expect(report).toMatchObject({ at: new Date(endedAt), outcome: { infrastructure: true } })
})
