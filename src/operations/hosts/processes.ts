import { z } from 'zod'
import { processesOfHost } from '../../store/hosts/host-reads.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { listOf } from '../registry/page.ts'
import { hosts } from './hosts.ts'
import { params } from './schema.ts'

const process = z
  .object({
    object: z.literal('host_process'),
    pid: z.int(),
    name: z.string(),
    user: z.string().nullable(),
    cpu_pct: z.number().meta({ description: 'Share of one core since the previous sample' }),
    memory_bytes: z.int(),
  })
  .meta({ id: 'HostProcess' })

export const listHostProcesses = defineOperation({
  id: 'listHostProcesses',
  method: 'GET',
  path: '/hosts/{id}/processes',
  tag: 'Hosts',
  summary: 'List the busiest processes in the latest sample of a host',
  params,
  responses: {
    200: {
      description: 'All that the agent reported; empty while `config.collectTopProcesses` is off',
      schema: listOf(process).extend({ sampled_at: z.iso.datetime().nullable() }).meta({ id: 'HostProcesses' }),
      example: {
        object: 'list',
        data: [
          {
            object: 'host_process',
            pid: 812,
            name: 'postgres',
            user: 'postgres',
            cpu_pct: 31.2,
            memory_bytes: 412_090_368,
          },
        ],
        has_more: false,
        next_cursor: null,
        sampled_at: '2026-02-11T08:12:44.120Z',
      },
    },
  },
  async handle({ params: { id } }, { db, caller }) {
    const found = await processesOfHost(db, caller.organization.id, id)
    if (!found) throw hosts.notFound()
    const data = (found.processes ?? []).map((one) => ({ object: 'host_process', ...one }))
    return ok({ object: 'list', data, has_more: false, next_cursor: null, sampled_at: found.sampledAt })
  },
})
