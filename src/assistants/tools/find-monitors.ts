import { z } from 'zod'
import { states } from '../../domain/monitor.ts'
import { compact, plural } from '../compact.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { type ApiPage, pageInput, pageOf, pageOutput } from './page.ts'

interface FoundMonitor {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly target: string | null
  readonly state: (typeof states)[number]
  readonly tags: readonly string[]
}

export const findMonitors = defineReadTool({
  name: 'find_monitors',
  title: 'Find monitors',
  description:
    'Find monitors by name, target, state, type or tag, newest first. Returns the ids that other tools take.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional().describe('Part of the name or target'),
    state: z.enum(states).optional().describe('`up` includes degraded'),
    type: z.string().max(50).optional().describe('Such as http, dns or heartbeat'),
    tag: z.string().max(50).optional(),
    ...pageInput,
  }),
  output: resultOf({
    monitors: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.string(),
        target: z.string().optional(),
        state: z.enum(states),
        tags: z.array(z.string()).optional(),
      }),
    ),
    ...pageOutput,
  }),
  async run({ query: q, state: status, limit, ...filter }, session) {
    const page = await session.call<ApiPage<FoundMonitor>>('listMonitorNames', {
      query: compact({ q, status, ...filter, limit: String(limit) }),
    })
    const monitors = page.data.map(({ id, name, type, target, state, tags }) => ({
      id,
      name,
      type,
      state,
      ...compact({ target, tags: [...tags] }),
    }))
    return {
      summary: `${plural(monitors.length, 'monitor')}${page.has_more ? ', and there are more' : ''}.`,
      monitors,
      ...pageOf(page),
    }
  },
})
