// How a change of the activity log was made: “via Claude Code (MCP)”. Changes in the dashboard need no words.
import { useOriginMessages } from './origin-messages.ts'

const shortNames: Readonly<Record<string, string>> = { api: 'API', mcp: 'MCP', a2a: 'A2A' }

export function useActivityOrigin({ via, client }: Readonly<Record<string, unknown>>): string | null {
  const t = useOriginMessages()
  const way = String(via)
  if (!Object.hasOwn(t.ways, way)) return null
  // Replies name the channel that they came through.
  if (way === 'reply') return t.via(typeof client === 'string' ? client : t.ways.reply)
  return typeof client === 'string'
    ? t.viaProgram(client, shortNames[way] ?? way)
    : t.via(t.ways[way as keyof typeof t.ways])
}
