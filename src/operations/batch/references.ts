// References from an operation of a batch to an earlier one: `{{ops.<id>.id}}` in its path or body.
import { Fault } from '../../domain/fault.ts'

/** By the id of each earlier operation, the id in its response; null if it failed or was skipped. */
export type BatchIds = ReadonlyMap<string, string | number | null>

/** The operation refers to one that failed or was skipped. */
export class FailedReference extends Error {}

const reference = /\{\{ops\.([^{}]+)\}\}/g
const onlyReference = /^\{\{ops\.([^{}]+)\}\}$/
const suffix = '.id'

export const fillInPath = (path: string, ids: BatchIds): string =>
  path.replace(reference, (_match, name: string) => encodeURIComponent(resolve(ids, name)))

export function fillInBody(value: unknown, ids: BatchIds): unknown {
  if (typeof value === 'string') return fillInText(value, ids)
  if (Array.isArray(value)) return value.map((part) => fillInBody(part, ids))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillInBody(part, ids)]))
}

/** A text that consists of one reference becomes the id itself, which may be a number. */
function fillInText(text: string, ids: BatchIds): string | number {
  const [, name] = onlyReference.exec(text) ?? []
  return name === undefined
    ? text.replace(reference, (_match, each: string) => String(resolve(ids, each)))
    : resolve(ids, name)
}

function resolve(ids: BatchIds, name: string): string | number {
  if (!name.endsWith(suffix))
    throw new Fault('invalid_request', `{{ops.${name}}}: only ids can be referenced, as in {{ops.<id>.id}}`)
  const operationId = name.slice(0, -suffix.length)
  const id = ids.get(operationId)
  if (id === undefined)
    throw new Fault(
      'invalid_request',
      `{{ops.${operationId}.id}}: no earlier operation has the id ${operationId}, or its response has no id`,
    )
  if (id === null) throw new FailedReference()
  return id
}
