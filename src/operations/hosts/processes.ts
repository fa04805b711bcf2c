import { z } from 'zod'
import { processesOfHost } from '../../store/hosts/host-reads.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { listOf } from '../registry/page.ts'
import { hosts } from './hosts.ts'
import { params } from './schema.ts'

const process = z
  .object({
    object: z.literal('host_process'),
    pid: z.int().meta({ example: 812 }),
    name: z.string().meta({ example: 'postgres' }),
    user: z.string().nullable().meta({ example: 'postgres' }),
    cpu_pct: z.number().meta({ description: 'Share of one core since the previous sample', example: 31.2 }),
    memory_bytes: z.int().meta({ example: 412_090_368 }),
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
    },
  },
  async handle({ params: { id } }, { db, caller }) {
    const found = await processesOfHost(db, caller.organization.id, id)
    if (!found) throw hosts.notFound()
    const data = (found.processes ?? []).map((one) => ({ object: 'host_process', ...one }))
    return ok({ object: 'list', data, has_more: false, next_cursor: null, sampled_at: found.sampledAt })
  },
})
