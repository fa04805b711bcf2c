// Detects changes of the tools.
import { createHash } from 'node:crypto'
import type { CheckMemory } from '../../../domain/outcome.ts'
import { compare } from '../../changes.ts'
import { Effort } from '../json/effort.ts'
import { canonical } from '../json/values.ts'
import type { Members } from './messages.ts'

/** Tools change with every release of their server: one day is enough to review that. */
const changeMs = 86_400_000
const maxMemory = 8192
const maxNamed = 20
const largePart = 262_144

export interface ToolChanges {
  readonly isChanged: boolean
  /** Evidence. */
  readonly details?: {
    readonly added: string[]
    readonly removed: string[]
    readonly changed: string[]
    readonly since: string
  }
  /** New memory for later checks, if it has changed. */
  readonly remember: CheckMemory | undefined
}

interface ToolComparisonInput {
  /** The server. */
  readonly subject: string
  readonly known: CheckMemory | undefined
  readonly config: object
  readonly now: Date
}

export async function toolChanges(
  tools: readonly Members[],
  { known, ...comparison }: ToolComparisonInput,
): Promise<ToolChanges> {
  const hashes = await hashesOf(tools)
  const current = { hash: hashOf(JSON.stringify(Object.entries(hashes).sort())), tools: written(hashes) }
  const { before, since, remember } = compare(known, current, { ...comparison, changeMs })
  if (since === null) return { isChanged: false, remember }
  const usual = JSON.parse(before?.['tools'] || '{}') as Record<string, string>
  return { isChanged: true, details: { ...difference(usual, hashes), since }, remember }
}

/** Hashes of what callers of a tool rely on, by name. Yields between large tools. */
async function hashesOf(tools: readonly Members[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  let length = 0
  for (const { name = '', description = '', inputSchema = null, outputSchema = null } of tools) {
    const text = canonical({ name, description, inputSchema, outputSchema }, new Effort())
    hashes[String(name)] = hashOf(text)
    length += text.length
    if (length < largePart) continue
    length = 0
    await new Promise((resolve) => void setImmediate(resolve))
  }
  return hashes
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** With very many tools, memory holds only one hash of all: a change is detected, but not which tool. */
function written(hashes: Record<string, string>): string {
  const text = JSON.stringify(hashes)
  return Buffer.byteLength(text) <= maxMemory ? text : ''
}

function difference(before: Record<string, string>, now: Record<string, string>) {
  const first = (names: string[]): string[] => names.slice(0, maxNamed)
  if (Object.keys(before).length === 0 && Object.keys(now).length > maxNamed)
    return { added: [], removed: [], changed: [] }
  return {
    added: first(Object.keys(now).filter((name) => !Object.hasOwn(before, name))),
    removed: first(Object.keys(before).filter((name) => !Object.hasOwn(now, name))),
    changed: first(Object.keys(now).filter((name) => Object.hasOwn(before, name) && before[name] !== now[name])),
  }
}
