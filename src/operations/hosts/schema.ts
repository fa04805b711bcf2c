// The schemas of hosts.
import { z } from 'zod'
import { agentCommands } from '../../domain/installing/install-commands.ts'
import { hostStates } from '../../domain/host/host.ts'
import type { ShownHost } from '../../store/hosts/host-reads.ts'
import { createBody as monitorBody } from '../monitors/schema.ts'

const number = z.number().nullable()
const word = z.string().nullable().meta({ description: 'Null before the first report' })

const fields = {
  object: z.literal('host'),
  id: z.uuid(),
  monitor_id: z.uuid().meta({ description: 'The monitor with its rules, incidents and results' }),
  name: z.string().meta({ example: 'web-1' }),
  os: word.meta({ example: 'Debian GNU/Linux' }),
  os_version: word.meta({ example: '13 (trixie)' }),
  kernel: word.meta({ example: '6.12.48' }),
  arch: word.meta({ example: 'x64' }),
  cpu_cores: z.int().nullable().meta({ example: 4 }),
  memory_bytes: z.int().nullable().meta({ example: 8_322_510_848 }),
  agent_version: word.meta({ example: '0.1.0' }),
  state: z.enum(hostStates).meta({
    description:
      '`stale` after two missed reports, `offline` after `config.livenessSeconds` without one, `never_reported` ' +
      'before the first',
    example: 'online',
  }),
  last_seen_at: z.iso.datetime().nullable().meta({ example: '2026-02-11T08:12:44.120Z' }),
  ip_addresses: z.array(z.string()).meta({ example: ['192.0.2.7', '2001:db8::7'] }),
  tags: z.array(z.string()).meta({ example: ['env:prod'] }),
  config: z.record(z.string(), z.unknown()).meta({
    description: 'The keys of the type `host` in `GET /meta/monitor-types`',
    example: { services: ['nginx'] },
  }),
  latest: z
    .object({
      cpu_pct: number.meta({ example: 12.5 }),
      mem_used_pct: number.meta({ example: 48.2 }),
      disk_used_pct_max: number.meta({ example: 71.4 }),
      load1: number.meta({ example: 0.42 }),
      uptime_s: number.meta({ example: 864_000 }),
    })
    .nullable()
    .meta({ description: 'Metrics of the latest sample' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}

export const host = z.object(fields).meta({ id: 'Host' })

const exampleToken = 'lwa_9fK2xQZr8m3tVbN5yLcE7hJ1aWdG4sPu'
const example = agentCommands({ origin: 'https://status.example.com', token: exampleToken, version: '0.3.0' })

export const enrolledHost = z
  .object({
    ...fields,
    enrollment: z.object({
      token: z.string().meta({
        description: 'The credential of the agent; shown only once',
        example: exampleToken,
      }),
      expires_at: z.iso.datetime().meta({ description: 'The first report must arrive before this time' }),
      install_command: z.string().meta({
        description: 'Command that installs the agent on a machine with Linux or macOS',
        example: example.shell,
      }),
      docker_command: z.string().meta({ description: 'The same with Docker', example: example.docker }),
    }),
  })
  .meta({ id: 'EnrolledHost' })

export const latestKeys = ['cpu_pct', 'mem_used_pct', 'disk_used_pct_max', 'load1', 'uptime_s'] as const

const { name, tags, config } = monitorBody.shape

export const createBody = z.strictObject({ name, tags, config }).meta({ id: 'HostCreate' })
export const updateBody = z
  .strictObject({ name: name.optional(), tags: tags.unwrap().optional(), config: config.unwrap().optional() })
  .meta({ id: 'HostUpdate' })

export const params = z.object({ id: z.uuid() })

const unknownMachine = { os: null, os_version: null, kernel: null, arch: null, cpu_cores: null, memory_bytes: null }

export function showHost({ machine, latest, ...row }: ShownHost): object {
  const { hostname: _, ip_addresses = [], ...about } = machine ?? {}
  return {
    object: 'host',
    id: row.id,
    monitor_id: row.monitorId,
    name: row.name,
    ...unknownMachine,
    ...about,
    agent_version: row.agentVersion,
    state: row.state,
    last_seen_at: row.seenAt,
    ip_addresses,
    tags: row.tags,
    config: row.config,
    latest: latest && Object.fromEntries(latestKeys.map((key) => [key, latest[key] ?? null])),
    created_at: row.created_at,
    updated_at: row.updatedAt,
  }
}
