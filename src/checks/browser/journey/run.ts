// Runs a journey: builds the input of the sandboxed program and interprets its output.
import type { PlaywrightConfig } from '../playwright.ts'
import { type Artifact, TargetDown } from '../../../domain/outcome.ts'
import { BrowserProgramFailed } from '../../../browsers/program-failed.ts'
import type { BrowserProgram, ProgramResult } from '../../../browsers/index.ts'
import type { Masker } from '../../masking.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import { type JourneyOutput, journeyAnswer } from './answer.ts'
import { journeyEvidence, journeyLog } from './evidence.ts'
import { type Journey, journeyOf, measureJourney } from './journey.ts'
import { maskedAnswer, maskerOf } from './masking.ts'
import { maskTrace, newTraceBudget } from './mask-trace.ts'
import { limitedTo } from '../../rendering/page-view.ts'
import { readScript } from '../script/read.ts'
import { throwIfStarved } from '../../rendering/busy-location.ts'

/** Time beyond the journey's own: to start the sandbox, and to hand over its output. */
export const aroundSeconds = 60
const handOverMs = 4000
const mb = 1024 * 1024
// Limit of screenshots and traces together.
const maxKeptMb = 24

export async function run(job: CheckJob<PlaywrightConfig, URL>, context: RunContext): Promise<void> {
  const { observed, browsers } = context
  const { variables = {} } = job
  const { awaits } = await readScript(job.config.script)
  const { output, files, ended, processorShare } = await browsers.run(programFor(job, context, awaits))
  const masker = maskerOf(variables)
  if (ended === 'deadline') throwIfStarved(processorShare)
  if (ended) return throwEnd(ended, context)
  const answer = maskedAnswer(read(output), masker)
  const journey = journeyOf(answer)
  if (journey.problem && !journey.isScriptBroken) throwIfStarved(processorShare)
  for (const [name, value] of Object.entries(measureJourney(answer, journey)))
    observed.metrics[`playwright.${name}`] = value
  Object.assign(observed.evidence, journeyEvidence(answer, journey))
  const { artifacts, lost } = await artifactsOf(files, { answer, journey, masker, signal: context.signal })
  observed.artifacts = artifacts
  if (lost.length > 0) observed.evidence['not_kept'] = lost
  if (journey.problem) throw new TargetDown(journey.problem.cause, journey.problem.message)
}

function programFor(
  { config, target, variables, deadlineMs }: CheckJob<PlaywrightConfig, URL>,
  context: RunContext,
  isModule: boolean,
): BrowserProgram {
  const { net, signal } = context
  const { script, retry, trace } = config
  const timeoutMs = Math.min(config.timeoutSeconds * 1000, Math.max(1, deadlineMs - aroundSeconds * 1000))
  return {
    name: 'journey',
    input: { script, isModule, retry, trace, timeoutMs },
    env: { ...variables, TARGET_URL: target.href },
    deadlineMs: Math.max(1, deadlineMs - handOverMs),
    signal,
    net: limitedTo(net, config.ipVersion),
  }
}

function read(output: unknown): JourneyOutput {
  const { success, data } = journeyAnswer.safeParse(output)
  if (success) return data
  const message = 'not checked: the journey returned something other than its report; the script may have changed it'
  throw new BrowserProgramFailed(message, { hasStarted: true })
}

const ends = {
  deadline: ['timeout', 'the journey did not finish in time and did not stop when cancelled'],
  memory: ['other', 'the journey was stopped: it exceeded the memory limit'],
  disk: ['other', 'the journey was stopped: it exceeded the disk limit'],
} as const

function throwEnd(ended: NonNullable<ProgramResult['ended']>, { observed }: RunContext): never {
  const [cause, message] = ends[ended]
  observed.metrics['playwright.failed_tests'] = 1
  observed.evidence['status'] = ended === 'deadline' ? 'timed_out' : 'failed'
  throw new TargetDown(cause, message)
}

interface JourneyResult {
  readonly answer: JourneyOutput
  readonly journey: Journey
  readonly masker: Masker
  readonly signal: AbortSignal
}

/** A journey that passed has no artifacts; one that passed on a retry has a screenshot of the first attempt. */
async function artifactsOf(
  files: ProgramResult['files'],
  { answer, journey: { status }, masker, signal }: JourneyResult,
): Promise<{ artifacts: Artifact[]; lost: string[] }> {
  if (status === 'passed') return { artifacts: [], lost: [] }
  const pictures = files
    .filter(({ name }) => /^screenshot-\d+\.png$/.test(name))
    .map(({ name, bytes }): Artifact => ({ kind: 'screenshot', name, contentType: 'image/png', bytes }))
  const log: Artifact = {
    kind: 'log',
    name: 'journey.log',
    contentType: 'text/plain',
    bytes: Buffer.from(journeyLog(answer)),
  }
  const tooLarge = answer.tooLarge.map(
    ({ name, bytes }) => `${name}: too large (${Math.ceil(bytes / mb)} MB; one run keeps ${maxKeptMb} MB)`,
  )
  if (status === 'flaky')
    return { artifacts: [...pictures, log], lost: tooLarge.filter((one) => !one.startsWith('trace')) }
  const { traces, unreadable } = await maskTraces(files, { masker, signal })
  return { artifacts: [...pictures, ...traces, log], lost: [...tooLarge, ...unreadable] }
}

/** A script can write any file in place of a trace; unreadable ones are dropped. */
async function maskTraces(
  files: ProgramResult['files'],
  { masker, signal }: Pick<JourneyResult, 'masker' | 'signal'>,
): Promise<{ traces: Artifact[]; unreadable: string[] }> {
  const budget = newTraceBudget()
  const traces: Artifact[] = []
  const unreadable: string[] = []
  for (const { name, bytes } of files.filter(({ name }) => /^trace-\d+\.zip$/.test(name))) {
    try {
      const masked = await maskTrace(bytes, { masker, budget, signal })
      traces.push({ kind: 'trace', name, contentType: 'application/zip', bytes: masked })
    } catch (error) {
      unreadable.push(`${name}: ${error instanceof RangeError ? 'too large when unpacked' : 'could not be read'}`)
    }
  }
  return { traces, unreadable }
}
