// An assistant of the tests: the official MCP client, with the rights of an API key.
import { type TestLapwing, keys } from '../lapwing/lapwing.ts'
import { currentClient } from '../servers/mcp-clients.ts'

interface ToolAnswer {
  /** The message of a refusal, or null. */
  readonly error: string | null
  readonly code: string | null
  readonly [field: string]: any
}

export interface Assistant {
  call(tool: string, input?: object): Promise<ToolAnswer>
}

export function assistantOf(
  { origin }: TestLapwing,
  { key = keys.write, ...more }: { key?: string; toolsets?: string } = {},
): Assistant {
  const connected = currentClient(origin, { key, ...more })
  return {
    async call(name, input = {}) {
      const client = await connected
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...input } })
      if (!isError) return { error: null, code: null, ...(structuredContent as object) }
      const [first] = content as { text: string }[]
      const [, code = '', error = ''] = /^(\w+): ([^]*)$/.exec(first!.text) ?? []
      return { error, code }
    },
  }
}
