// Secrets of a step: the values of its headers and parameters, and its body, each for the step's origin.
import type { PartlySecret, SecretMove } from '../../../domain/field.ts'
import { secretHeaders, secretParameters } from '../../secret-headers.ts'
import { namedOrigin } from './origins.ts'

/** A step as sent or stored; only the keys that are read here must be valid. */
interface StepDraft {
  readonly name: string
  readonly url: string
  readonly method?: unknown
  readonly [key: string]: unknown
}

const body: PartlySecret = {
  conceal: (value, mask) => (value === undefined || value === '' ? value : mask),
  restore: (sent, stored, mask) => (sent === mask ? (stored ?? sent) : sent),
  isMasked: (sent, mask) => sent === mask,
}

const secretParts: Readonly<Record<string, PartlySecret>> = {
  requestHeaders: secretHeaders,
  queryParams: secretParameters,
  requestBody: body,
}

export const stepSecrets: PartlySecret = {
  conceal(value, mask) {
    if (!isSteps(value)) return Array.isArray(value) ? mask : value
    return value.map((step) => mapParts(step, (parts, part) => parts.conceal(part, mask)))
  },
  restore(sent, stored, mask) {
    if (sent === mask) return stored ?? sent
    if (!isSteps(sent)) return sent
    const sources = matchSteps(sent, stored)
    return sent.map((step, index) =>
      mapParts(step, (parts, part, key) => parts.restore(part, sources[index]?.[key], mask)),
    )
  },
  isMasked: (sent, mask) => !isSteps(sent) || sent.some((step) => maskedParts(step, mask).length > 0),
  unsent(move) {
    const isSent = move.sent !== undefined && move.sent !== move.mask
    const next = isSent ? move.sent : move.stored
    if (!isSteps(next) || !isSteps(move.stored)) return []
    const sources = matchSteps(next, move.stored)
    return next.flatMap((step, index) => unsentParts(step, sources[index], { index, isSent, move }))
  },
}

/** Parts of a step that still contain a mask after the stored values were restored. */
export function maskedParts(step: object, mask: string): string[] {
  const values = step as Readonly<Record<string, unknown>>
  return Object.keys(secretParts).filter(
    (key) => values[key] !== undefined && secretParts[key]!.isMasked(values[key], mask),
  )
}

interface Change {
  readonly index: number
  /** If false, the steps stay as they are stored. */
  readonly isSent: boolean
  readonly move: SecretMove
}

function unsentParts(step: StepDraft, source: StepDraft | undefined, { index, isSent, move }: Change): string[] {
  if (!source) return []
  const { from, to, mask } = move
  const origin = namedOrigin(step.url, to)
  const isMoved = origin !== namedOrigin(source.url, from)
  if (!isMoved && move.causes.length === 0) return []
  const keys = isSent ? maskedParts(step, mask) : Object.keys(secretParts).filter((key) => isFilled(step[key]))
  const changed = [
    ...(isMoved && step.url !== source.url ? ['url'] : []),
    ...(namedOrigin(step.url, from) === origin ? [] : ['target']),
    ...move.causes,
  ]
  const why = `because ${changed.join(', ')} changed: step "${step.name}" leads to ${origin ?? 'an unknown origin'}`
  return keys.map((key) => `[${index}].${key}: must be sent again, or removed, ${why}`)
}

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/**
 * Matches each new step with a stored one: by name, or, if it was renamed, the only other one with its method and url.
 */
function matchSteps(sent: readonly StepDraft[], stored: unknown): (StepDraft | undefined)[] {
  const known = isSteps(stored) ? stored : []
  const byName = sent.map((step) => onlyTwin(step, sent, known, ({ name }) => name))
  const renamed = sent.filter((_, index) => !byName[index])
  const left = known.filter((step) => !byName.includes(step))
  return sent.map((step, index) => byName[index] ?? onlyTwin(step, renamed, left, requestLine))
}

const requestLine = ({ method = 'GET', url }: StepDraft): string => `${String(method)} ${url}`

/** The counterpart of a step, unless either side has a second step like it. */
function onlyTwin(
  step: StepDraft,
  own: readonly StepDraft[],
  others: readonly StepDraft[],
  lookOf: (step: StepDraft) => string,
): StepDraft | undefined {
  const isAlike = (other: StepDraft): boolean => lookOf(other) === lookOf(step)
  const found = others.filter(isAlike)
  return found.length === 1 && own.filter(isAlike).length === 1 ? found[0] : undefined
}

function mapParts(step: StepDraft, map: (parts: PartlySecret, value: unknown, key: string) => unknown): StepDraft {
  const mapped = Object.entries(secretParts)
    .filter(([key]) => step[key] !== undefined)
    .map(([key, parts]) => [key, map(parts, step[key], key)] as const)
  return { ...step, ...Object.fromEntries(mapped) }
}

function isSteps(value: unknown): value is StepDraft[] {
  const isStep = (part: unknown): part is StepDraft =>
    part !== null &&
    typeof part === 'object' &&
    'name' in part &&
    typeof part.name === 'string' &&
    'url' in part &&
    typeof part.url === 'string'
  return Array.isArray(value) && value.every(isStep)
}
