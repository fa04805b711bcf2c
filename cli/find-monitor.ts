// Monitors are named by id, name, or the beginning of either.
import type { Monitor } from '../sdk/src/api.ts'
import type { Client } from '../sdk/src/client.ts'
import { listAll } from '../sdk/src/pages.ts'
import { CommandError } from './exit-codes.ts'

const fullId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const startOfId = /^[0-9a-f]{4,8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]*)?$/i

export async function findMonitor(client: Client, text: string, signal?: AbortSignal): Promise<Monitor> {
  const options = signal ? { signal } : {}
  if (fullId.test(text)) return client.get('/monitors/{id}', { params: { id: text }, ...options })
  const named = await Array.fromAsync(listAll(client, '/monitors', { query: { q: text, limit: 100 }, ...options }))
  const chosen = chooseByName(named, text)
  if (chosen.length === 0 && startOfId.test(text)) {
    const all = await Array.fromAsync(listAll(client, '/monitors', { query: { limit: 100 }, ...options }))
    chosen.push(...all.filter(({ id }) => id.startsWith(text.toLowerCase())))
  }
  const [only, ...others] = chosen
  if (!only) throw new CommandError(`No monitor is named ${text}. Run \`lapwing monitors\` for a list.`)
  if (others.length > 0) throw new CommandError(ambiguity(text, chosen))
  return only
}

/** The whole name wins over the same name in other letters, and that over a beginning. */
function chooseByName(monitors: readonly Monitor[], text: string): Monitor[] {
  const lower = text.toLowerCase()
  const ways: ((name: string) => boolean)[] = [
    (name) => name === text,
    (name) => name.toLowerCase() === lower,
    (name) => name.toLowerCase().startsWith(lower),
  ]
  for (const matches of ways) {
    const found = monitors.filter(({ name }) => matches(name))
    if (found.length > 0) return found
  }
  return []
}

function ambiguity(text: string, monitors: readonly Monitor[]): string {
  const lines = monitors.slice(0, 20).map(({ id, name, target }) => `  ${id}  ${name}  ${target}`)
  const more = monitors.length > lines.length ? [`  and ${monitors.length - lines.length} more`] : []
  return [`${monitors.length} monitors match ${text}. Use a longer name, or an id:`, ...lines, ...more].join('\n')
}
