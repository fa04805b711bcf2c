// What an operation of a batch takes over from an earlier one: `{{ops.<id>.id}}` in its path or body.
import { Fault } from '../../domain/fault.ts'

/** By the id of each earlier operation, the id that its answer had; null for one that failed or was skipped. */
export type BatchIds = ReadonlyMap<string, string | number | null>

/** Refers to an operation that did not get so far. */
export class Unmet extends Error {}

const reference = /\{\{ops\.([^{}]+)\}\}/g
const alone = /^\{\{ops\.([^{}]+)\}\}$/
const ending = '.id'

export const inPath = (path: string, answered: BatchIds): string =>
  path.replace(reference, (_all, asked: string) => encodeURIComponent(look(answered, asked)))

export function inBody(value: unknown, answered: BatchIds): unknown {
  if (typeof value === 'string') return inText(value, answered)
  if (Array.isArray(value)) return value.map((part) => inBody(part, answered))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inBody(part, answered)]))
}

/** A text that is nothing but a reference becomes the id as it was, also when that is a number. */
function inText(text: string, answered: BatchIds): string | number {
  const [, asked] = alone.exec(text) ?? []
  return asked === undefined
    ? text.replace(reference, (_all, each: string) => String(look(answered, each)))
    : look(answered, asked)
}

function look(answered: BatchIds, asked: string): string | number {
  if (!asked.endsWith(ending))
    throw new Fault('invalid_request', `{{ops.${asked}}}: only ids are taken over, as in {{ops.<id>.id}}`)
  const id = asked.slice(0, -ending.length)
  const found = answered.get(id)
  if (found === undefined)
    throw new Fault(
      'invalid_request',
      `{{ops.${id}.id}}: no earlier operation has the id ${id}, or its answer has no id`,
    )
  if (found === null) throw new Unmet()
  return found
}
