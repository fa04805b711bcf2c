import { defineMessages } from '../../i18n.ts'

export const useOriginMessages = defineMessages({
  ways: {
    api: ['the API', 'die API'],
    mcp: ['MCP', 'MCP'],
    a2a: ['A2A', 'A2A'],
    config: ['configuration', 'die Konfiguration'],
    reply: ['a reply', 'eine Antwort'],
  },
  via: (way: string) => [`via ${way}`, `über ${way}`],
  viaProgram: (program: string, way: string) => [`via ${program} (${way})`, `über ${program} (${way})`],
})
