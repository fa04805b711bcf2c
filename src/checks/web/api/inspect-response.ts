// Inspects a response: extracts values, evaluates assertions and measures.
import type { HttpResponseData } from '../../../net/index.ts'
import type { JsonReading } from '../json/read.ts'
import type { Show } from '../json/schema.ts'
import type { JsonSchema } from '../json/schema-syntax.ts'
import { type JsonValue, beginningOf } from '../json/values.ts'
import { type Assertion, assertionText, numberIn } from './assertions.ts'
import { foundAt, evaluate } from './evaluate.ts'
import { extract, isSecret } from './extract.ts'
import { nextSlice } from '../slices.ts'
import { fill } from './placeholders.ts'
import { type AnswerReading, readingOf } from './reading.ts'
import type { Plan } from './request.ts'
import type { RunProgress } from './run.ts'

const largeBody = 65_536

interface StepCheck {
  readonly plan: Plan
  readonly progress: RunProgress
  readonly isLast: boolean
  readonly ms: number
}

/** Returns why the step has failed, or null. */
export async function inspectResponse(
  answer: HttpResponseData,
  { plan, progress, isLast, ms }: StepCheck,
): Promise<string | null> {
  const { config, bounds } = progress
  const reading = readingOf(answer, {
    ms,
    schema: config.jsonSchema as JsonSchema | undefined,
    bounds,
    show: showIn(progress),
    nextSlice: () => nextSlice(progress.context.signal),
  })
  const breathe = answer.body.length > largeBody ? letOthersRun : async () => undefined
  for (const one of plan.extract ?? []) {
    await breathe()
    const value = extract(one, reading, bounds)
    if (isSecret(one)) progress.masker.add(value)
    progress.values.set(one.name, value)
  }
  const assertions = [...(plan.assertions ?? []), ...(isLast ? (config.assertions ?? []) : [])]
  if (assertions.some(({ source }) => source === 'schema') || (isLast && config.jsonSchema)) {
    await breathe()
    await reading.validate()
  }
  let failed = 0
  for (const assertion of assertions) {
    await breathe()
    if (!check(assertion, reading, { plan, progress })) failed++
  }
  await breathe()
  if (isLast) measure(reading, progress)
  if (failed > 0) return `${failed} of ${assertions.length} assertions failed`
  const isRefused = answer.status >= 400 && !assertions.some(({ source }) => source === 'status_code')
  return isRefused ? `answered ${answer.status}` : null
}

const shownLength = 200

/** Masks the secrets of the monitor. */
function showIn({ masker }: RunProgress): Show {
  const length = shownLength + masker.lookAhead
  return (value) => {
    const text = beginningOf(value, length)
    return masker.beginning(text, shownLength, text.length > length)
  }
}

/** Yields to other checks between long evaluations. */
const letOthersRun = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

interface StepCheckContext {
  readonly plan: Plan
  readonly progress: RunProgress
}

function check(assertion: Assertion, reading: AnswerReading, { plan, progress }: StepCheckContext): boolean {
  const target = assertion.target === undefined ? '' : fill(String(assertion.target), progress.values)
  const { holds, actual } = evaluate(assertion, reading, { target, bounds: progress.bounds, show: showIn(progress) })
  progress.assertions++
  if (holds) return true
  progress.failedAssertions.push({
    ...(plan.name && { step: plan.name }),
    assertion: assertionText(assertion),
    ...(assertion.target !== undefined && { expected: progress.masker.beginning(target, shownLength, false) }),
    actual,
  })
  return false
}

/** Metrics of the last response. */
function measure(reading: AnswerReading, progress: RunProgress): void {
  const { config, context, bounds } = progress
  const { metrics, evidence } = context.observed
  if (config.jsonSchema !== undefined) {
    const fits = reading.fitsSchema()
    metrics['api.schema_valid'] = fits === true ? 1 : 0
    if (fits !== true)
      evidence.schema_problems = fits === false ? reading.misfits() : [{ at: '', problem: fits.problem }]
  }
  if (!config.valuePath) return
  const read = reading.json()
  const found = 'problem' in read ? undefined : foundAt(config.valuePath, read.value, bounds)
  const value = numberIn(found)
  if (value !== null) metrics['api.json_value'] = value
  else evidence.value = { path: config.valuePath, found: shownValue(read, found, progress) }
}

function shownValue(read: JsonReading, found: JsonValue | undefined, progress: RunProgress): string {
  if ('problem' in read) return read.problem
  return found === undefined ? 'nothing' : showIn(progress)(found)
}
