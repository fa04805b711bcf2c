// The check-ins of a heartbeat.
import { z } from 'zod'
import { monitorNumberOf } from '../../store/monitors/monitors.ts'
import { listPings as pingRows } from '../../store/monitors/pings.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { limit } from '../registry/page.ts'
import { monitors } from './monitor.ts'
import { params } from './schema.ts'

const shownOfBody = 10_000

const ping = z
  .object({
    object: z.literal('ping'),
    number: z.int().meta({ description: "Counts the heartbeat's check-ins from 1", example: 42 }),
    timestamp: z.iso.datetime(),
    kind: z.enum(['success', 'start', 'fail', 'log', 'ignored']).meta({ example: 'success' }),
    exit_status: z.int().nullable().meta({ example: 0 }),
    rid: z.string().nullable().meta({ description: 'The run it belongs to' }),
    duration_ms: z.number().nullable().meta({ example: 5120 }),
    method: z.string().meta({ example: 'POST' }),
    ip: z.string().meta({ example: '192.0.2.7' }),
    user_agent: z.string().nullable().meta({ example: 'curl/8.14.1' }),
    body_bytes: z.int().meta({ description: 'Size of the sent body', example: 18 }),
    body: z
      .string()
      .nullable()
      .meta({ description: `The first ${shownOfBody} bytes of the stored body`, example: 'copied 12,400 rows' }),
  })
  .meta({ id: 'Ping' })

export const listPings = defineOperation({
  id: 'listMonitorPings',
  method: 'GET',
  path: '/monitors/{id}/pings',
  access: 'read',
  tag: 'Monitors',
  summary: 'List the latest check-ins of a heartbeat',
  description: 'The last 100 are kept. Monitors of other types have none.',
  params,
  query: z.object({ limit }),
  responses: {
    200: {
      description: 'Check-ins, newest first',
      schema: z.object({ object: z.literal('list'), data: z.array(ping), has_more: z.boolean() }),
    },
  },
  async handle({ params, query }, { db, caller }) {
    const known = await monitorNumberOf(db, caller.organization.id, params.id)
    if (!known) throw monitors.notFound()
    const rows = await pingRows(db, known.monitorNumber, { limit: query.limit + 1, bodyBytes: shownOfBody })
    return ok({
      object: 'list',
      data: rows.slice(0, query.limit).map(({ at, body, number, ...row }) => ({
        object: 'ping',
        number,
        timestamp: at,
        ...row,
        body: body && body.toString(),
      })),
      has_more: rows.length > query.limit,
    })
  },
})
