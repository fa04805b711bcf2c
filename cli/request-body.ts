// The body of a request, from a file, from fields and from flags. Later ones win.
import { text as readAll } from 'node:stream/consumers'
import type { CommandContext } from './command.ts'
import type { FieldOption } from './commands/operations.ts'
import { readFile } from './document.ts'
import { UsageError } from './exit-codes.ts'

type Values = Record<string, unknown>

export async function readBody(
  options: CommandContext['options'],
  flags: readonly (readonly [name: string, value: unknown])[] = [],
): Promise<Values> {
  const file = options['file'] as string | undefined
  const body = file === undefined ? {} : parseBody(file, file === '-' ? await readAll(process.stdin) : readFile(file))
  for (const text of (options['field'] ?? []) as readonly string[]) setField(body, text)
  return Object.assign(body, Object.fromEntries(flags))
}

function parseBody(file: string, text: string): Values {
  const problem = `${file === '-' ? 'Standard input' : file}: must be a JSON object.`
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Values
  } catch (error) {
    throw new UsageError(`${problem} ${(error as Error).message}.`)
  }
  throw new UsageError(problem)
}

/** `config.method=POST`: JSON if it is JSON, and text otherwise. */
function setField(body: Values, text: string): void {
  const [, path, value] = /^([\w.-]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined || value === undefined)
    throw new UsageError(`--field: must be NAME=VALUE, such as config.method=POST, and not ${text}.`)
  const names = path.split('.')
  let place = body
  for (const name of names.slice(0, -1)) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined
    place = (typeof inner === 'object' && inner !== null ? inner : (place[name] = {})) as Values
  }
  place[names.at(-1)!] = jsonOrText(value)
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function valueOfFlag(flag: string, { type }: FieldOption, text: string): unknown {
  if (text === 'null') return null
  if (type === 'number') return numberOf(flag, text)
  if (type === 'boolean') return text === 'true'
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (type === 'list') return parts
  if (type === 'numbers') return parts.map((part) => numberOf(flag, part))
  if (type === 'text') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new UsageError(`--${flag}: must be JSON. Put it in single quotes: --${flag} '{"key": "value"}'.`)
  }
}

function numberOf(flag: string, text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw new UsageError(`--${flag}: must be a number.`)
  return number
}
