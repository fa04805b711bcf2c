// Calls the tool that a monitor names, unless the server marks it as destructive.
import { Matcher } from '../../regexp.ts'
import type { RunContext } from '../../run.ts'
import { type JsonValue, isObject } from '../json/values.ts'
import type { Masker } from '../../masking.ts'
import type { McpConfig } from './config.ts'
import { argumentHeaders } from './argument-headers.ts'
import { type Members, rpcErrorText } from './messages.ts'
import type { McpSession } from './requests.ts'

const shownResult = 500

interface ToolCallContext {
  readonly config: McpConfig
  readonly context: RunContext
  readonly masker: Masker
  readonly tools: readonly Members[]
}

export async function callTool(
  session: McpSession,
  { config, context, masker, tools }: ToolCallContext,
): Promise<void> {
  const { callTool: call, expectResultRegexp: pattern } = config
  if (!call) return
  const { metrics, evidence } = context.observed
  const tool = tools.find((one) => one['name'] === call.name)
  const problem = whyNot(tool)
  metrics['mcp.tool_call_ok'] = 0
  if (problem !== null) return void (evidence.tool_call = { tool: call.name, problem })
  const { name, arguments: values = {} } = call
  const headers = argumentHeaders(tool?.['inputSchema'], values)
  const answer = await session.ask('tools/call', { name, arguments: values }, headers)
  metrics['mcp.tool_call_ms'] = answer.ms
  if ('error' in answer) return void (evidence.tool_call = { tool: name, problem: rpcErrorText(answer.error) })
  const text = resultText(answer.result)
  const failure = failureOf(answer.result) ?? mismatchOf(text, pattern)
  metrics['mcp.tool_call_ok'] = failure === null ? 1 : 0
  evidence.tool_call = {
    tool: name,
    ...(failure !== null && { problem: failure }),
    result: masker.beginning(text, shownResult, false),
  }
}

function whyNot(tool: Members | undefined): string | null {
  if (!tool) return 'not called: the server does not offer it'
  const notes = isObject(tool['annotations']) ? tool['annotations'] : {}
  const isDestructive = notes['destructiveHint'] === true && notes['readOnlyHint'] !== true
  return isDestructive ? 'not called: the server marks it destructive' : null
}

/** Since 2026-07-28 a result may be a request for input instead. */
function failureOf({ isError, resultType = 'complete' }: Members): string | null {
  if (isError === true) return 'the tool reports an error'
  return resultType === 'complete' ? null : 'the tool asks for more input'
}

function mismatchOf(text: string, pattern: string | undefined): string | null {
  return !pattern || new Matcher().matches(pattern, text) ? null : `the result does not match ${pattern}`
}

/** The texts of a result, or its other content. */
function resultText({ content, structuredContent }: Members): string {
  const parts = Array.isArray(content) ? (content as readonly JsonValue[]) : []
  const texts = parts.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(structuredContent ?? null)
}
