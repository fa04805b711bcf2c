// What a server offers: its tools, resources and prompts, page after page.
import { TargetDown } from '../../../domain/outcome.ts'
import { type JsonValue, isObject } from '../json/values.ts'
import type { Members } from './messages.ts'
import { type McpSession, told } from './session.ts'

const maxPages = 20
const maxItems = 20_000

export interface ListedOffers {
  readonly items: readonly Members[]
  /** There was more than was asked for. */
  readonly isCut: boolean
  /** Of all pages. */
  readonly ms: number
}

/** `kind` is what is listed and the name it has in the answer: tools, resources, prompts. */
export async function listAll(session: McpSession, kind: string): Promise<ListedOffers> {
  const items: Members[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  let ms = 0
  for (let page = 0; page < maxPages; page++) {
    const answer = await session.ask(`${kind}/list`, cursor === undefined ? undefined : { cursor })
    ms += answer.ms
    if ('error' in answer)
      throw new TargetDown('content', `the server does not list its ${kind}: ${told(answer.error)}`)
    items.push(...itemsIn(answer.result, kind))
    const next = answer.result['nextCursor']
    if (typeof next !== 'string' || next === '') return { items, isCut: false, ms }
    // A server that gives the same page again and again would never come to an end.
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
