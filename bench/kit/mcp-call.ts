// The CPU time of a tool call for the bench `api`, compared with the same read through REST.
import type { Load } from './load.ts'

type McpCall = Required<Pick<Load, 'path' | 'body' | 'headers'>>

/** A call of `find_monitors`, as a client of this revision sends it. */
export function findMonitors(revision: '2025-11-25' | '2026-07-28'): McpCall {
  const isCurrent = revision === '2026-07-28'
  const name = 'find_monitors'
  const about = 'io.modelcontextprotocol'
  const meta = {
    [`${about}/protocolVersion`]: revision,
    [`${about}/clientInfo`]: { name: 'bench', version: '1.0.0' },
    [`${about}/clientCapabilities`]: {},
  }
  return {
    path: '/mcp',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { limit: 50 }, ...(isCurrent && { _meta: meta }) },
    },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isCurrent && { 'mcp-method': 'tools/call', 'mcp-name': name }),
    },
  }
}
