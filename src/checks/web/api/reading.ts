// A response for assertions and extractions; each part is parsed on first use.
import type { HttpResponseData } from '../../../net/index.ts'
import { bodyText } from '../evidence.ts'
import type { Bounds } from '../json/path.ts'
import { type JsonReading, readJson } from '../json/read.ts'
import { type Misfit, type Show, misfits } from '../json/schema.ts'
import type { JsonSchema } from '../json/schema-syntax.ts'
import type { StepResponseReader } from './evaluate.ts'

interface ReadingOptions {
  readonly ms: number
  readonly schema: JsonSchema | undefined
  readonly bounds: Bounds
  readonly show: Show
  readonly nextSlice: () => Promise<void>
}

export interface AnswerReading extends StepResponseReader {
  /** Validates the body before `fitsSchema` is called. */
  validate(): Promise<void>
  /** Where the body does not match the schema. */
  misfits(): readonly Misfit[]
}

export function readingOf(answer: HttpResponseData, { ms, schema = true, ...around }: ReadingOptions): AnswerReading {
  let text: string | undefined
  let json: JsonReading | undefined
  let found: readonly Misfit[] = []
  const reading: AnswerReading = {
    status: answer.status,
    ms,
    bytes: answer.bodyBytes,
    header: (name) => headerOf(answer, name.toLowerCase()),
    cookie: (name) => cookieOf(answer, name),
    text: () => (text ??= bodyText(answer)),
    json: () => (json ??= answer.isCut ? tooLarge : readJson(reading.text())),
    async validate() {
      const read = reading.json()
      if (!('problem' in read)) found = await misfits(schema, read.value, around)
    },
    fitsSchema() {
      const read = reading.json()
      return 'problem' in read ? read : found.length === 0
    },
    misfits: () => found,
  }
  return reading
}

const tooLarge = { problem: 'the response is larger than 1 MiB, too large to parse as JSON' }

function headerOf({ headers }: HttpResponseData, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return Array.isArray(value) ? value.join(', ') : value
}

function cookieOf({ headers }: HttpResponseData, name: string): string | undefined {
  const line = headers['set-cookie']?.find((one) => one.trimStart().startsWith(`${name}=`))
  return line
    ?.trimStart()
    .slice(name.length + 1)
    .split(';', 1)[0]
}
