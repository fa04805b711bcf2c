// One journey: what the box is asked, and what its answer means.
import type { PlaywrightConfig } from '../playwright.ts'
import { type Artifact, TargetDown } from '../../../domain/outcome.ts'
import type { BrowserProgram, ProgramResult } from '../../../browsers/index.ts'
import type { Masker } from '../../masking.ts'
import type { CheckJob, RunContext } from '../../run.ts'
import { type JourneyOutput, journeyAnswer } from './answer.ts'
import { journeyEvidence, journeyLog } from './evidence.ts'
import { type Journey, journeyOf, measureJourney } from './journey.ts'
import { maskedAnswer, maskerOf } from './masking.ts'
import { maskTrace } from './mask-trace.ts'
import { reachedOver } from '../page-view.ts'
import { readScript } from '../script/read.ts'
import { throwIfStarved } from '../starved.ts'

/** What a journey may take beside its own time: for its box to start, and for what it found to be handed over. */
export const aroundSeconds = 60
const handOverMs = 4000
const mb = 1024 * 1024
// What the program hands over of pictures and traces.
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
  const { artifacts, lost } = await artifactsOf(files, { answer, journey, masker })
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
    net: reachedOver(net, config.ipVersion),
  }
}

function read(output: unknown): JourneyOutput {
  const { success, data } = journeyAnswer.safeParse(output)
  if (success) return data
  throw new Error('what the journey told of itself cannot be understood; the script may have meddled with it')
}

const ends = {
  deadline: ['timeout', 'the journey did not end in time, and did not stop when it was told to'],
  memory: ['other', 'the journey was ended: it used more memory than it may'],
  disk: ['other', 'the journey was ended: it wrote more to the disk than it may'],
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
}

/** A journey that passed has nothing to show; one that passed at the second try, a picture of the first. */
async function artifactsOf(
  files: ProgramResult['files'],
  { answer, journey: { status }, masker }: JourneyResult,
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
  const traces = files.filter(({ name }) => /^trace-\d+\.zip$/.test(name))
  const masked = await Promise.all(traces.map((trace) => traceOf(trace, masker)))
  const unreadable = traces.filter((_, n) => masked[n] === null).map(({ name }) => `${name}: could not be read`)
  const kept = masked.filter((trace) => trace !== null)
  return { artifacts: [...pictures, ...kept, log], lost: [...tooLarge, ...unreadable] }
}

/** Null for what is no trace: a script can write what it likes in its place. */
async function traceOf({ name, bytes }: ProgramResult['files'][number], masker: Masker): Promise<Artifact | null> {
  try {
    return { kind: 'trace', name, contentType: 'application/zip', bytes: await maskTrace(bytes, masker) }
  } catch {
    return null
  }
}
