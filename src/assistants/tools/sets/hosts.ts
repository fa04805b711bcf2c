// The toolset hosts.
import { z } from 'zod'
import { compact } from '../../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../../from-target.ts'
import { defineReadTool, resultOf } from '../../tool.ts'
import { defineListTool } from './list-tool.ts'

interface ApiHost {
  readonly id: string
  readonly monitor_id: string
  readonly name: string
  readonly os: TargetText | null
  readonly os_version: TargetText | null
  readonly kernel: TargetText | null
  readonly agent_version: TargetText | null
  readonly cpu_cores: number | null
  readonly memory_bytes: number | null
  readonly state: string
  readonly last_seen_at: string | null
  readonly ip_addresses: TargetText
  readonly tags: readonly string[]
  readonly latest: Readonly<Record<string, number | null>> | null
}

const filter = {
  state: z.enum(['online', 'stale', 'offline', 'never_reported']).optional(),
  q: z.string().min(1).max(200).optional().describe('Part of the name'),
  tag: z.string().max(50).optional(),
}

const briefly = ({ id, monitor_id, name, state, last_seen_at, tags, latest }: ApiHost) => ({
  id,
  monitor_id,
  name,
  state,
  last_seen_at,
  tags,
  latest: latest && compact(latest),
})

export const listHosts = defineListTool<ApiHost, typeof filter>({
  name: 'list_hosts',
  title: 'List hosts',
  description: 'Hosts with an agent: their state and latest CPU, memory, disk and load.',
  toolset: 'hosts',
  operation: 'listHosts',
  noun: 'host',
  filter,
  show: briefly,
})

export const getHost = defineReadTool({
  name: 'get_host',
  title: 'Get a host',
  description:
    'One host: system, agent, addresses and latest measurements. get_checks with its monitor_id has history.',
  toolset: 'hosts',
  input: z.strictObject({ host_id: z.uuid().describe('From list_hosts') }),
  output: resultOf({ host: z.looseObject({ id: z.string(), name: z.string() }), from_target: fromTarget }),
  async run({ host_id: id }, session) {
    const host = await session.call<ApiHost>('getHost', { params: { id } })
    const { os, os_version, kernel, agent_version, cpu_cores, memory_bytes, ip_addresses } = host
    return {
      summary: `${host.name} is ${host.state.replace('_', ' ')}.`,
      host: {
        id: host.id,
        name: host.name,
        ...compact({ ...briefly(host), cpu_cores, memory_bytes }),
      },
      from_target: boundTargetData({ os, os_version, kernel, agent_version, ip_addresses }),
    }
  },
})
