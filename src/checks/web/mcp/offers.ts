// Lists the tools, resources and prompts of a server, page by page.
import { TargetDown } from '../../../domain/outcome.ts'
import { type JsonValue, isObject } from '../json/values.ts'
import { type Members, rpcErrorText } from './messages.ts'
import type { McpSession } from './requests.ts'

const maxPages = 20
const maxItems = 20_000

export interface ListedOffers {
  readonly items: readonly Members[]
  /** There are more items than were requested. */
  readonly isCut: boolean
  /** Time for all pages. */
  readonly ms: number
}

/** `kind` is the list and its key in the response: tools, resources, prompts. */
export async function listAll(session: McpSession, kind: string): Promise<ListedOffers> {
  const items: Members[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  let ms = 0
  for (let page = 0; page < maxPages; page++) {
    const answer = await session.ask(`${kind}/list`, cursor === undefined ? undefined : { cursor })
    ms += answer.ms
    if ('error' in answer)
      throw new TargetDown('content', `the server does not list its ${kind}: ${rpcErrorText(answer.error)}`)
    items.push(...itemsIn(answer.result, kind))
    const next = answer.result['nextCursor']
    if (typeof next !== 'string' || next === '') return { items, isCut: false, ms }
    // A server that repeats a page would cause an endless loop.
    if (seen.has(next) || items.length > maxItems) break
    seen.add(next)
    cursor = next
  }
  return { items, isCut: true, ms }
}

function itemsIn(result: Members, kind: string): Members[] {
  const found = result[kind]
  if (!Array.isArray(found)) throw new TargetDown('content', `the response to ${kind}/list has no list of ${kind}`)
  return (found as readonly JsonValue[]).filter(isObject)
}
