// Calls the tool that a monitor names, unless the server marks it as destructive.
import { Matcher } from '../../regexp.ts'
import type { RunContext } from '../../run.ts'
import { type JsonValue, isObject } from '../json/values.ts'
import type { Masker } from '../../masking.ts'
import type { McpConfig } from './config.ts'
import type { Members } from './messages.ts'
import { type McpSession, told } from './session.ts'

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
  const problem = whyNot(call.name, tools)
  metrics['mcp.tool_call_ok'] = 0
  if (problem !== null) return void (evidence.tool_call = { tool: call.name, problem })
  const answer = await session.ask('tools/call', { name: call.name, arguments: call.arguments ?? {} })
  metrics['mcp.tool_call_ms'] = answer.ms
  if ('error' in answer) return void (evidence.tool_call = { tool: call.name, problem: told(answer.error) })
  const text = resultText(answer.result)
  const isMatched = pattern ? new Matcher().matches(pattern, text) : true
  const isGood = answer.result['isError'] !== true && isMatched
  metrics['mcp.tool_call_ok'] = isGood ? 1 : 0
  const why = answer.result['isError'] === true ? 'the tool reports an error' : `the result does not match ${pattern}`
  evidence.tool_call = {
    tool: call.name,
    ...(!isGood && { problem: why }),
    result: masker.beginning(text, shownResult, false),
  }
}

function whyNot(name: string, tools: readonly Members[]): string | null {
  const tool = tools.find((one) => one['name'] === name)
  if (!tool) return 'not called: the server does not offer it'
  const notes = isObject(tool['annotations']) ? tool['annotations'] : {}
  const isDestructive = notes['destructiveHint'] === true && notes['readOnlyHint'] !== true
  return isDestructive ? 'not called: the server marks it destructive' : null
}

/** The texts of a result, or its other content. */
function resultText({ content, structuredContent }: Members): string {
  const parts = Array.isArray(content) ? (content as readonly JsonValue[]) : []
  const texts = parts.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(structuredContent ?? null)
}
