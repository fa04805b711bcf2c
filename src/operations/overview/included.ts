// Further data that comes with the first response of the dashboard, in the form of its own operation.
import { z } from 'zod'
import { inbox, listNotices } from '../organization/notices.ts'
import { getSummary, summary } from '../organization/summary.ts'
import { listPagingProblems, pagingProblems } from '../on-call/paging-problems.ts'
import { getSession, session } from '../people/session.ts'
import type { CallerContext, Operation } from '../registry/define.ts'
import { wordList } from '../registry/fields/word-list.ts'
import { getUpcoming, upcoming } from './upcoming.ts'

const operations = {
  session: getSession,
  notices: listNotices,
  upcoming: getUpcoming,
  summary: getSummary,
  paging_problems: listPagingProblems,
} satisfies Record<string, Operation>

type IncludedPart = keyof typeof operations
const parts = Object.keys(operations) as [IncludedPart, ...IncludedPart[]]

export const query = z.object({
  with: wordList(z.enum(parts))
    .optional()
    .meta({ description: `Further data to include, in the form of its own operation: ${parts.join(', ')}` }),
})

/** Optional fields, present on request. */
export const includedFields = {
  session: session.optional(),
  notices: inbox.optional(),
  upcoming: upcoming.optional(),
  summary: summary.optional(),
  paging_problems: pagingProblems.optional(),
}

const nothingSent = { params: {}, query: {}, body: undefined }

export async function included(
  names: readonly IncludedPart[],
  context: CallerContext,
): Promise<Partial<Record<IncludedPart, object>>> {
  const entries = names.map(async (name) => [name, (await operations[name].handle(nothingSent, context)).body] as const)
  return Object.fromEntries(await Promise.all(entries))
}
