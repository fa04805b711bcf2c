// How a change of the activity log was made: “via Claude Code (MCP)”. Changes in the dashboard need no words.
import { defineMessages, useMessages } from '../../i18n.ts'

const originMessages = defineMessages({
  en: {
    ways: { api: 'the API', mcp: 'MCP', a2a: 'A2A', config: 'configuration' },
    via: (way: string) => `via ${way}`,
    viaProgram: (program: string, way: string) => `via ${program} (${way})`,
  },
  de: {
    ways: { api: 'die API', mcp: 'MCP', a2a: 'A2A', config: 'die Konfiguration' },
    via: (way) => `über ${way}`,
    viaProgram: (program, way) => `über ${program} (${way})`,
  },
})

const shortNames: Readonly<Record<string, string>> = { api: 'API', mcp: 'MCP', a2a: 'A2A' }

export function useActivityOrigin({ via, client }: Readonly<Record<string, unknown>>): string | null {
  const t = useMessages(originMessages)
  const way = String(via)
  if (!Object.hasOwn(t.ways, way)) return null
  return typeof client === 'string'
    ? t.viaProgram(client, shortNames[way] ?? way)
    : t.via(t.ways[way as keyof typeof t.ways])
}
