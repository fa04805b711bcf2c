// Generated requests, valid and with one error each: every response matches the description. `npm run fuzz` sends a
// hundred thousand of them.
import { beforeAll, expect, it } from 'vitest'
import { faultStatuses } from '../../src/domain/fault.ts'
import { operations } from '../../src/operations/index.ts'
import { type Described, type Fuzzed, createFuzzer, operationsIn } from '../kit/run/fuzzing.ts'
import { type Answered, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { type Real, makeOneOfEach, withReal } from '../kit/lapwing/one-of-each.ts'
import { randomFrom } from '../simulation/random.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 600)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const lanes = 4
/** Many requests take half an hour. */
const sayEvery = 10_000

const app = sharedLapwing()
const real: Real = new Map()
const unknownIds: Record<string, string> = { uuid: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718', number: '987654321' }

let description: any
beforeAll(async () => {
  description = (await app().get('/openapi.json')).body
  const shown = operations.filter(({ audience }) => audience === 'public')
  await makeOneOfEach(app(), shown, { real, pathOf: ({ path }) => filled(path, () => 'none') })
})

/** The path with existing ids, or with unknown ids if nothing exists or it must be kept. */
function filled(path: string, otherwise: (name: string) => string, keep = false): string {
  const parts = path.split('/')
  const known = (at: number): string | undefined => (keep ? undefined : real.get(parts.slice(0, at).join('/')))
  // Existing resources are stored by the path of their collection.
  return parts.map((part, at) => (part.startsWith('{') ? (known(at) ?? otherwise(part.slice(1, -1))) : part)).join('/')
}

function pathOf(operation: Described): string {
  const otherwise = (name: string): string => {
    const { schema } = operation.parameters.find((one) => one.in === 'path' && one.name === name)!
    return unknownIds[schema.format === 'uuid' ? 'uuid' : 'number']!
  }
  return filled(operation.path, otherwise, operation.method === 'DELETE')
}

const exampleOf = ({ requestBody }: Described): unknown =>
  withReal(real, requestBody?.content['application/json'].example)

function problemWith(operation: Described, { wrong }: Fuzzed, { status, body, text }: Answered): string | null {
  if (status >= 500) return 'a fault of ours'
  if (!(String(status) in operation.responses)) return 'not described'
  if (wrong !== null && (status < 400 || status >= 500)) return 'accepted'
  if (status < 400) return null
  const { code, message } = body?.error ?? {}
  const isError =
    typeof message === 'string' && message !== '' && faultStatuses[code as keyof typeof faultStatuses] === status
  return isError && Object.keys(body).join() === 'error' ? null : `no error body: ${text}`
}

/** Its response never ends. */
const isStream = ({ responses }: Described): boolean =>
  JSON.stringify(responses['200'] ?? {}).includes('text/event-stream')

async function fuzz(lane: number): Promise<string[]> {
  const random = randomFrom(seed * 1000 + lane)
  const fuzzer = createFuzzer(description, random)
  // The sandbox accepts any query, and its errors have another field.
  const described = operationsIn(description).filter((one) => !one.path.startsWith('/sandbox') && !isStream(one))
  const problems: string[] = []
  for (let n = lane; n < requests && problems.length < 5; n += lanes) {
    if (n > 0 && n % sayEvery === 0) process.stderr.write(`${n} of ${requests} requests\n`)
    const operation = described[n % described.length]!
    const requested = fuzzer.next(operation, pathOf(operation), exampleOf(operation))
    const answer = await app().ask(operation.method, requested.path, { body: requested.body })
    const problem = problemWith(operation, requested, answer)
    if (problem)
      problems.push(
        `${problem}: ${operation.method} ${requested.path} ${JSON.stringify(requested.body)} (${requested.wrong ?? 'as described'}) → ${answer.status} ${answer.text.slice(0, 300)}`,
      )
  }
  return problems
}

it('accepts the example body, or reports why not', async () => {
  const refused: string[] = []
  for (const operation of operationsIn(description).filter(({ requestBody }) => requestBody)) {
    const { status, text } = await app().ask(operation.method, pathOf(operation), { body: exampleOf(operation) })
    if (status >= 400 && status !== 404 && status !== 409) refused.push(`${operation.operationId}: ${status} ${text}`)
  }
  expect(refused).toEqual([])
})

it(`answers ${requests} requests as described (seed ${seed})`, async () => {
  const problems = await Promise.all(Array.from({ length: lanes }, (_, lane) => fuzz(lane)))
  expect(problems.flat()).toEqual([])
}, 7_200_000)
