// Runs a tool. Faults are results that an assistant can read and react to, not errors of the protocol.
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AssistantSession } from '../../assistants/session.ts'
import { type Tool, runTool } from '../../assistants/tool.ts'
import { Fault } from '../../domain/fault.ts'
import { ourFault } from '../../operations/registry/our-fault.ts'

export async function callTool(tool: Tool, input: unknown, session: AssistantSession): Promise<CallToolResult> {
  try {
    const result = await runTool(tool, input, session)
    // Clients that read no structured results get the same as text.
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    if (error instanceof Fault) return failedWith(error)
    session.services.log.error('tool failed', { error, tool: tool.name })
    return failedWith(ourFault(error))
  }
}

export const failedWith = ({ code, message }: Fault): CallToolResult => ({
  content: [{ type: 'text', text: `${code}: ${message}` }],
  isError: true,
})
