// What a page that opens with the overview has to know as well, so that it asks once: who looks, their inbox, what
// comes up.
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
    .meta({ description: `What else to answer, each as its own operation would: ${parts.join(', ')}` }),
})

/** Fields of the overview, each there when it was asked for. */
export const includedFields = { session: session.optional(), notices: inbox.optional(), upcoming: upcoming.optional() }

export async function included(
  asked: readonly OverviewPart[],
  context: CallerContext,
): Promise<Partial<Record<OverviewPart, object>>> {
  const shown = await Promise.all(asked.map(async (part) => [part, await shows[part](context)] as const))
  return Object.fromEntries(shown)
}
