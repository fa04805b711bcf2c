// The answer to tools/list. There is one for each scope and choice of toolsets, written once.
import { z } from 'zod'
import type { KeyScope } from '../../domain/caller.ts'
import type { Tool, Toolset } from '../../assistants/tool.ts'
import { toolsFor } from '../../assistants/toolset.ts'

type ToolSchema = Record<string, unknown>

export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ToolSchema & { type: 'object' }
  readonly outputSchema: ToolSchema & { type: 'object' }
  readonly annotations: Readonly<
    Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
  >
}

export interface ToolList {
  readonly byName: ReadonlyMap<string, Tool>
  readonly listed: ListedTool[]
}

const lists = new Map<string, ToolList>()

export function toolListFor(scope: KeyScope, toolsets: readonly Toolset[]): ToolList {
  const key = `${scope} ${toolsets.join(',')}`
  const known = lists.get(key)
  if (known) return known
  const tools = toolsFor(scope, toolsets)
  const list = { byName: new Map(tools.map((tool) => [tool.name, tool])), listed: tools.map(describeTool) }
  lists.set(key, list)
  return list
}

function describeTool(tool: Tool): ListedTool {
  const { name, title, description, input, output } = tool
  const isRead = tool.access === 'read'
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead && tool.hints.destructive,
      idempotentHint: isRead || tool.hints.idempotent,
      openWorldHint: tool.openWorld ?? false,
    },
  }
}

/** What the server checks anyway, with a message that says what is wrong. */
const checkedHere = ['minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames']
const safe = Number.MAX_SAFE_INTEGER

/** Schemas without what tells an assistant nothing: each costs its reader tokens in every conversation. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): ToolSchema & { type: 'object' } {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      const remove = (...keywords: string[]): void => keywords.forEach((keyword) => delete jsonSchema[keyword])
      remove(...checkedHere)
      if (jsonSchema.minimum === -safe) remove('minimum')
      if (jsonSchema.maximum === safe) remove('maximum')
      // The format says the same in a word.
      if (jsonSchema.format !== undefined) remove('pattern')
      if (typeof jsonSchema.default === 'object' || jsonSchema.default === false) remove('default')
      if (typeof jsonSchema.additionalProperties === 'object') remove('additionalProperties')
      if (io === 'output') remove('additionalProperties', 'required')
      if (io === 'output' && jsonSchema.type !== undefined) remove('description')
    },
  })
  return json as ToolSchema & { type: 'object' }
}
