import { z } from 'zod'
import { writtenInstant } from '../../operations/registry/fields/instant.ts'
import { Fault } from '../../domain/fault.ts'
import { compact, plural } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'
import type { AssistantSession } from '../session.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { monitorId } from './get-monitor.ts'
import { type ApiPage, pageInput, pageOf, pageOutput } from './page.ts'

interface ApiActivity {
  readonly entity_type: string
  readonly entity_id: string | null
  readonly entity_name: TargetText | null
  readonly action: string
  readonly changes: Readonly<Record<string, unknown>>
  readonly actor: TargetText | null
  readonly created_at: string
}

const day = 86_400_000

export const whatChanged = defineReadTool({
  name: 'what_changed',
  title: 'What changed',
  description:
    'What people and programs changed in Lapwing in a period, newest first, with old and new values. With monitor_id: only that monitor, and how the pages of an integrity monitor differ from their baseline.',
  input: z.strictObject({
    since: writtenInstant.optional().describe('24 hours ago by default'),
    until: writtenInstant.optional(),
    monitor_id: monitorId.optional(),
    ...pageInput,
  }),
  output: resultOf({
    changes: z.array(z.looseObject({ at: z.string(), action: z.string(), via: z.string().optional() })),
    from_target: fromTarget,
    ...pageOutput,
  }),
  async run({ since, until, monitor_id: id, limit, cursor }, session) {
    const from = since ?? new Date(session.services.clock.now().getTime() - day).toISOString()
    const entity = id === undefined ? {} : { entity_type: 'monitor', entity_id: id }
    const [page, pages] = await Promise.all([
      session.call<ApiPage<ApiActivity>>('listActivity', {
        query: compact({ since: from, until, cursor, limit: String(limit), ...entity }),
      }),
      id === undefined ? null : pageChanges(id, session),
    ])
    return {
      summary: `${plural(page.data.length, 'change')} since ${from}.`,
      changes: page.data.map(changeOf),
      from_target: boundTargetData({ details: page.data.map(detailsOf), ...compact({ page_changes: pages }) }),
      ...pageOf(page),
    }
  },
})

function changeOf({ created_at: at, action, entity_id: id, changes: { via, client } }: ApiActivity) {
  return { at, action, ...compact({ id, via: via as string | undefined, client }) }
}

/** Names and values, in the order of the changes: those of an incident quote what its target or a vendor sent. */
function detailsOf({ created_at: at, entity_name: name, actor, changes }: ApiActivity): object {
  const { via: _via, client: _client, ip: _ip, ...fields } = changes
  return { at, name, actor, ...(Object.keys(fields).length > 0 && { fields }) }
}

/** None for a monitor of a type that compares no pages. */
async function pageChanges(id: string, session: AssistantSession): Promise<TargetText | null> {
  try {
    const { data } = await session.call<{ data: TargetText }>('listIntegrityChanges', {
      params: { id },
      query: { limit: '20' },
    })
    return data
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}
