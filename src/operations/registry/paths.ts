import { Fault } from '../../domain/fault.ts'
import type { Operation } from './define.ts'

/** The operations at a path, with any method. Fixed segments take precedence over parameters. */
export function operationsAt(operations: readonly Operation[], path: string): Operation[] {
  const fitting = fittingAt(operations, path)
  const minParameters = Math.min(...fitting.map(parameters))
  return fitting.filter((operation) => parameters(operation) === minParameters)
}

/** Methods that a router would match with a parameter although the path is fixed, such as `PATCH /monitors/bulk`. */
export function mistakenAt(operations: readonly Operation[], path: string): string[] {
  const served = methodsOf(operationsAt(operations, path))
  return methodsOf(fittingAt(operations, path)).filter((method) => !served.includes(method))
}

function fittingAt(operations: readonly Operation[], path: string): Operation[] {
  const parts = path.replace(/\/$/, '').split('/')
  const patterns = patternsOf(operations).get(parts.length) ?? []
  return patterns.filter((pattern) => fits(pattern.parts, parts)).map(({ operation }) => operation)
}

interface PathPattern {
  readonly operation: Operation
  readonly parts: readonly string[]
}

const known = new WeakMap<readonly Operation[], Map<number, PathPattern[]>>()

/** By number of segments. Cached, because splitting all paths costs more than many responses. */
function patternsOf(operations: readonly Operation[]): Map<number, PathPattern[]> {
  const found = known.get(operations)
  if (found) return found
  const patterns = operations.map((operation) => ({ operation, parts: operation.path.split('/') }))
  const byLength = Map.groupBy(patterns, ({ parts }) => parts.length)
  known.set(operations, byLength)
  return byLength
}

/** GET includes HEAD. */
export function methodsOf(operations: readonly Operation[]): string[] {
  return [...new Set(operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
}

const parameters = ({ path }: Operation): number => path.split('{').length

export interface OperationMatch {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** The operation at a path, which may be escaped; undefined if there is none. */
export function operationAt(
  operations: readonly Operation[],
  method: string,
  path: string,
): OperationMatch | undefined {
  const operation = operationsAt(operations, path).find((each) => each.method === method)
  if (!operation) return undefined
  const parts = path.split('/')
  const named = operation.path
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), decoded(parts[index]!)] as const] : []))
  return { operation, params: Object.fromEntries(named) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Fault('invalid_request', `path: ${part} is not well-formed percent-encoding`)
  }
}
