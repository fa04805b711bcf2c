// Tools that show a page of a list of the API with the fields that an assistant needs.
import { z } from 'zod'
import { compact, plural } from '../../compact.ts'
import { type ReadTool, type Toolset, defineReadTool, resultOf } from '../../tool.ts'
import { type ApiPage, pageInput, pageOf, pageOutput } from '../page.ts'

interface ListToolDraft<Item, Filter extends z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly toolset: Toolset
  readonly operation: string
  /** Singular, such as `host`; the result has them as `hosts`. */
  readonly noun: string
  /** Inputs besides limit and cursor; one of them may be the `param` in the path of the operation. */
  readonly filter?: Filter
  readonly param?: keyof Filter & string
  /** The operation returns the whole list at once. */
  readonly isWhole?: true
  show(item: Item): Readonly<Record<string, unknown>>
}

export function defineListTool<Item, Filter extends z.ZodRawShape = Record<never, never>>({
  operation,
  noun,
  filter,
  param,
  isWhole,
  show,
  ...words
}: ListToolDraft<Item, Filter>): ReadTool {
  const items = `${noun.replaceAll(' ', '_')}s`
  return defineReadTool({
    ...words,
    input: z.strictObject({ ...filter, ...(!isWhole && pageInput) } as z.ZodRawShape),
    output: resultOf({ [items]: z.array(z.looseObject({})), ...(!isWhole && pageOutput) } as z.ZodRawShape),
    async run(input, session) {
      const { limit, ...rest } = input as Record<string, unknown>
      const { [param ?? '']: id, ...query } = rest
      const page = await session.call<ApiPage<Item>>(operation, {
        params: param === undefined ? {} : { id: String(id) },
        query: compact({ ...query, limit: limit?.toString() }),
      })
      return {
        summary: `${plural(page.data.length, noun)}${page.has_more ? ', and there are more' : ''}.`,
        [items]: page.data.map((item) => compact(show(item))),
        ...pageOf(page),
      }
    },
  })
}
