// Schema of an agent's report: its version, its machine, and its samples since the last report.
import { z } from 'zod'
import { hostMetrics } from './host-metrics.ts'

const maxSamples = 60

/** Measured by the server that receives reports, or derived from the fields below. */
const notSent = [
  'up',
  'seconds_since_report',
  'rebooted',
  'agent_outdated',
  'clock_offset_ms',
  'load_per_core',
  'disk_full_hours',
  'disk_used_pct_max',
  'inodes_used_pct_max',
  'disk_free_bytes_min',
  'containers_unhealthy',
].map((name) => `host.${name}`)

const sent = hostMetrics.filter(({ key }) => !key.includes('<slug>') && !notSent.includes(key))
const measures = Object.fromEntries(
  sent.map(({ key, min, max }) => [key.slice('host.'.length), z.number().min(min).max(max).optional()]),
)

const text = (maxCount: number) => z.string().trim().min(1).max(maxCount)
const percent = z.number().min(0).max(100)
const bytes = z.int().min(0).max(1e15)
const moment = z.iso.datetime().transform((written) => new Date(written).getTime())

const disk = z.strictObject({
  mount: text(200),
  used_pct: percent,
  used_bytes: bytes,
  free_bytes: bytes,
  inodes_used_pct: percent.optional(),
})

const sample = z.strictObject({
  at: moment,
  metrics: z.strictObject(measures),
  disks: z.array(disk).max(50).default([]),
  services: z
    .array(z.strictObject({ name: text(200), up: z.boolean() }))
    .max(50)
    .default([]),
  failed_services: z.array(text(200)).max(50).default([]),
  processes: z
    .array(z.strictObject({ name: text(200), count: z.int().min(0).max(1_000_000) }))
    .max(50)
    .default([]),
  containers: z
    .array(z.strictObject({ name: text(200), up: z.boolean(), healthy: z.boolean().nullable() }))
    .max(100)
    .default([]),
  custom: z
    .record(z.string().regex(/^[a-z0-9_]{1,64}$/), z.number().min(-1e15).max(1e15))
    .refine((numbers) => Object.keys(numbers).length <= 50, { error: 'must have at most 50 numbers' })
    .default({}),
  top_processes: z
    .array(
      z.strictObject({
        pid: z.int().min(1).max(4_194_304),
        name: text(200),
        user: text(64).nullable(),
        cpu_pct: z.number().min(0).max(1_000_000),
        memory_bytes: bytes,
      }),
    )
    .max(20)
    .default([]),
})

const machine = z.strictObject({
  hostname: text(255),
  os: text(64),
  os_version: text(200).nullable(),
  kernel: text(200).nullable(),
  arch: text(32),
  cpu_cores: z.int().min(1).max(100_000),
  memory_bytes: bytes,
  ip_addresses: z.array(z.union([z.ipv4(), z.ipv6()])).max(50),
})

export const hostReport = z.strictObject({
  agent_version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'must be a version such as 1.2.3'),
  /** By the machine's clock. */
  sent_at: moment,
  boot_id: text(64).nullable().default(null),
  /** Version of the config that the agent uses; null while it has none. */
  config_version: z.int().min(0).nullable().default(null),
  machine,
  samples: z.array(sample).min(1).max(maxSamples),
})

export type HostSample = z.output<typeof sample>
export type ReportedMachine = z.output<typeof machine>
export type ReceivedReport = z.output<typeof hostReport>
