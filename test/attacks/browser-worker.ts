// Scripts that hand over what would end the process that reads it: forged traces, endless nesting, texts that are slow
// to mask.
import type { BrowserInstallation } from '../../src/browsers/find.ts'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { createBrowserWorkers } from '../../src/engine/workers/browser-workers.ts'
import { maxLossesPerHour } from '../../src/engine/workers/organization-quarantine.ts'
import { WorkerPool } from '../../src/engine/workers/worker-pool.ts'
import type { Workers } from '../../src/engine/workers/workers.ts'
import { fakeInstallation } from '../kit/browser/fake-box.ts'
import { noSources } from '../kit/checks/run-check.ts'
import { newFolder } from '../kit/files.ts'
import { quiet } from '../kit/log.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'

const quick = ['large traces', 'nesting', 'unfinished nesting', 'values', 'starts', 'masking', 'silence']
const slow = ['traces', 'a trace of escapes']
/** As many and as long as an organization may have, and all begin alike. */
const variables = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`V${n}`, `${'a'.repeat(4000)}${n}`]))
const script = (attack: string): string =>
  `import { test } from '@playwright/test'\ntest('x', async () => {})\n// attack: ${attack}\n`

const workOf = (organizationId: string, attack: string, target = 'https://shop.example/') => ({
  type: 'playwright',
  organizationId,
  monitorId: `${organizationId}: ${attack}`,
  version: 1,
  target,
  config: { script: script(attack), retry: false, timeoutSeconds: 60 },
  variables,
  deadlineMs: 240_000,
})

export const browserWorker: Trial = {
  name: 'browser-worker',
  promise: 'Nothing that a script hands over ends the process that reads it, or costs anybody else a check.',
  hasShortSize: true,
  async run(size) {
    const attacked = await handOver([...quick, ...(size === 'full' ? slow : [])])
    const ended = await endProcesses(size)
    return {
      figures: { ...attacked.figures, ...ended.figures },
      violations: [...attacked.violations, ...ended.violations],
    }
  },
}

/** Each attack beside the check of somebody else, in processes as they are. */
async function handOver(attacks: readonly string[]): Promise<TrialResult> {
  const folder = newFolder()
  const lost: string[] = []
  const workers = start({ browser: fakeInstallation(folder.path), lost })
  const figures: Record<string, unknown> = {}
  const violations: string[] = []
  try {
    await workers.run(workOf('warm-up', 'none'))
    for (const attack of attacks) {
      const begin = clock.monotonicMs()
      const [attacked, other] = await Promise.all([
        workers.run(workOf('attacker', attack)),
        workers.run(workOf('other', 'none')),
      ])
      figures[`${attack}, s`] = Math.round((clock.monotonicMs() - begin) / 100) / 10
      if (!attacked) violations.push(`The process that read "${attack}" was lost.`)
      if (attacked?.infrastructure && !attacked.hasSandboxFailed)
        violations.push(`No plan counts "${attack}": ${attacked.error}.`)
      if (attacked?.success) violations.push(`The check that hands over "${attack}" succeeded.`)
      if (!other?.success) violations.push(`The check beside "${attack}" failed: ${other?.error}.`)
    }
  } finally {
    await workers.stop()
    folder.remove()
  }
  violations.push(...lost.map((reason) => `A process ended: ${reason}.`))
  return { figures, violations }
}

/** An organization that has found a way to end processes all the same, with a new id each time. */
async function endProcesses(size: TrialSize): Promise<TrialResult> {
  const program = new URL('../kit/checks/stubborn-worker.ts', import.meta.url)
  const lost: string[] = []
  const workers = start({ program, lost })
  const violations: string[] = []
  const tries = size === 'full' ? 30 : maxLossesPerHour + 2
  try {
    for (let n = 0; n < tries; n++) {
      const [, other] = await Promise.all([
        workers.run(workOf('attacker', `try ${n}`, 'crash')),
        workers.run(workOf('other', 'none', 'fine')),
      ])
      if (!other?.success) violations.push(`Try ${n} cost somebody else a check: ${other?.error}.`)
    }
  } finally {
    await workers.stop()
  }
  if (lost.length > maxLossesPerHour)
    violations.push(`One organization ended ${lost.length} processes within an hour; ${maxLossesPerHour} are allowed.`)
  if (lost.length === 0) violations.push('No process ended, so nothing was tried.')
  return { figures: { 'processes ended': lost.length, tries }, violations }
}

interface StartParts {
  readonly browser?: BrowserInstallation
  /** What the processes run, unless it is the usual. */
  readonly program?: URL
  /** Why processes ended. */
  readonly lost: string[]
}

function start({ browser, program, lost }: StartParts): Workers {
  const log = { ...quiet, error: (_: string, fields?: object) => void lost.push(JSON.stringify(fields)) }
  const startProcess = (): Workers =>
    new WorkerPool({
      count: 1,
      options: { allowPrivate: true, sources: noSources, browser },
      env: {},
      clock,
      log,
      ...(program && { program }),
    })
  return createBrowserWorkers({ startProcess, clock, log: quiet })
}
