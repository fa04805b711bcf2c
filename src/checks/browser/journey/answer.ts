// Schema of the journey program's output. The script runs next to that program and can forge all of it.
import { z } from 'zod'

// The program cuts texts at these lengths; after masking they are cut shorter.
export const maxTexts = { title: 400, error: 8000, listed: 2000, output: 100_000, stderr: 4000 } as const

const count = z.int().min(0).max(1_000_000)
const ms = z.number().min(0).max(3_600_000)
const line = z.int().min(0).max(1_000_000)
const title = z.string().max(maxTexts.title)
const listed = z.array(z.string().max(maxTexts.listed)).max(20)
const error = z.strictObject({ message: z.string().max(maxTexts.error), line: line.nullable() })

const observed = z.strictObject({
  consoleErrors: count,
  consoleErrorTexts: listed,
  failedRequests: count,
  failedRequestTexts: listed,
  lcpMs: ms.nullable(),
  cls: z.number().min(0).max(1000).nullable(),
})

const step = z.strictObject({ title, durationMs: ms, status: z.enum(['passed', 'failed', 'running']) })

const attempt = z.strictObject({
  status: z.enum(['passed', 'failed', 'timedOut', 'skipped', 'interrupted', 'running']),
  durationMs: ms,
  launchMs: ms,
  error: error.nullable(),
  steps: z.array(step).max(100),
  observed: observed.nullable(),
})

const test = z.strictObject({
  title,
  line,
  outcome: z.enum(['skipped', 'expected', 'unexpected', 'flaky']),
  attempts: z.array(attempt).max(2),
})

export const journeyAnswer = z.strictObject({
  tests: z.array(test).max(20),
  errors: z.array(error).max(5),
  output: z.string().max(maxTexts.output),
  stderr: z.string().max(maxTexts.stderr),
  isOver: z.boolean(),
  isOutOfTime: z.boolean(),
  /** Screenshots and traces that exceeded the limit. */
  tooLarge: z
    .array(z.strictObject({ name: z.string().regex(/^[\w-]{1,40}\.(png|zip)$/), bytes: z.int().min(0) }))
    .max(40),
})

export type JourneyOutput = z.infer<typeof journeyAnswer>
export type JourneyTestResult = z.infer<typeof test>
export type AttemptOutput = z.infer<typeof attempt>
export type ErrorResponse = z.infer<typeof error>
