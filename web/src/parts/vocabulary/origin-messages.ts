import { defineMessages } from '../../i18n.ts'

export const originMessages = defineMessages({
  en: {
    ways: { api: 'the API', mcp: 'MCP', a2a: 'A2A', config: 'configuration', reply: 'a reply' },
    via: (way: string) => `via ${way}`,
    viaProgram: (program: string, way: string) => `via ${program} (${way})`,
  },
  de: {
    ways: { api: 'die API', mcp: 'MCP', a2a: 'A2A', config: 'die Konfiguration', reply: 'eine Antwort' },
    via: (way) => `über ${way}`,
    viaProgram: (program, way) => `über ${program} (${way})`,
  },
})
