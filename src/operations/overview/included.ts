// Further data that the overview page loads with the same request: session, notices, upcoming events.
import { z } from 'zod'
import { inbox, inboxOf } from '../organization/notices.ts'
import { session, showSession } from '../people/session.ts'
import type { CallerContext } from '../registry/define.ts'
import { wordList } from '../registry/fields/word-list.ts'
import { upcoming, whatComesUp } from './upcoming.ts'

const parts = ['session', 'notices', 'upcoming'] as const
type OverviewPart = (typeof parts)[number]

const shows: Record<OverviewPart, (context: CallerContext) => Promise<object>> = {
  session: showSession,
  notices: inboxOf,
  upcoming: whatComesUp,
}

export const query = z.object({
  with: wordList(z.enum(parts))
    .optional()
    .meta({ description: `Further data to include, in the form of its own operation: ${parts.join(', ')}` }),
})

/** Optional fields of the overview, present on request. */
export const includedFields = { session: session.optional(), notices: inbox.optional(), upcoming: upcoming.optional() }

export async function included(
  names: readonly OverviewPart[],
  context: CallerContext,
): Promise<Partial<Record<OverviewPart, object>>> {
  const entries = await Promise.all(names.map(async (part) => [part, await shows[part](context)] as const))
  return Object.fromEntries(entries)
}
