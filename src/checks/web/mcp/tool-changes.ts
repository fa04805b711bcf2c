// Whether the tools are those that were seen first, and which of them are not.
import { createHash } from 'node:crypto'
import type { Memory } from '../../../domain/outcome.ts'
import { Effort } from '../json/effort.ts'
import { canonical } from '../json/values.ts'
import type { Members } from './messages.ts'

/** A change is told for a day. Then what is there has become the usual, and the next change is told against it. */
const toldForMs = 86_400_000
const largestMemory = 16_384
const mostNamed = 20
const largePart = 262_144

export interface ToolChanges {
  readonly isChanged: boolean
  /** For a person. */
  readonly shown?: {
    readonly added: string[]
    readonly removed: string[]
    readonly changed: string[]
    readonly since: string
  }
  /** What later checks have to know, when that is something else than before. */
  readonly remember?: Memory
}

interface Look {
  readonly server: string
  readonly known: Memory | undefined
  readonly now: Date
}

export async function toolChanges(tools: readonly Members[], { server, known, now }: Look): Promise<ToolChanges> {
  const hashes = await hashesOf(tools)
  const hash = hashOf(JSON.stringify(Object.entries(hashes).sort()))
  const baseline: Memory = { server, hash, tools: written(hashes) }
  if (known?.['server'] !== server) return { isChanged: false, remember: baseline }
  if (known['hash'] === hash) return { isChanged: false, ...(known['changed'] && { remember: baseline }) }
  const isNew = known['changed'] !== hash
  const since = isNew ? now.toISOString() : (known['since'] ?? now.toISOString())
  if (now.getTime() - Date.parse(since) >= toldForMs) return { isChanged: false, remember: baseline }
  const before = JSON.parse(known['tools'] || '{}') as Record<string, string>
  const shown = { ...difference(before, hashes), since }
  return { isChanged: true, shown, ...(isNew && { remember: { ...known, changed: hash, since } }) }
}

/** By name: what a caller of the tool relies on. Other checks get their turn between large ones. */
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

/** Of very many tools only the hash of all is kept: that they have changed can be told, which of them cannot. */
function written(hashes: Record<string, string>): string {
  const text = JSON.stringify(hashes)
  return Buffer.byteLength(text) <= largestMemory ? text : ''
}

function difference(before: Record<string, string>, now: Record<string, string>) {
  const first = (names: string[]): string[] => names.slice(0, mostNamed)
  if (Object.keys(before).length === 0 && Object.keys(now).length > mostNamed)
    return { added: [], removed: [], changed: [] }
  return {
    added: first(Object.keys(now).filter((name) => !Object.hasOwn(before, name))),
    removed: first(Object.keys(before).filter((name) => !Object.hasOwn(now, name))),
    changed: first(Object.keys(now).filter((name) => Object.hasOwn(before, name) && before[name] !== now[name])),
  }
}
