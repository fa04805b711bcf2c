// Which tools a client gets: the base set, and the toolsets that it asks for.
import type { KeyScope } from '../domain/caller.ts'
import { Fault } from '../domain/fault.ts'
import { type Tool, type Toolset, isVisibleTo, toolsets } from './tool.ts'
import { tools } from './tools/index.ts'

const isToolset = (name: string): name is Toolset => (toolsets as readonly string[]).includes(name)

/** `on-call,hosts` */
export function readToolsets(text: string | undefined): Toolset[] {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  const unknown = names.filter((name) => !isToolset(name))
  if (unknown.length > 0)
    throw new Fault('invalid_request', `toolsets: no toolset is named ${unknown[0]}. Known: ${toolsets.join(', ')}.`)
  return toolsets.filter((name) => names.includes(name))
}

export function toolsFor(scope: KeyScope, chosen: readonly Toolset[]): Tool[] {
  return tools.filter(
    (tool) => isVisibleTo(tool, scope) && (tool.toolset === undefined || chosen.includes(tool.toolset)),
  )
}
