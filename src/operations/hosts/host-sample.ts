import { z } from 'zod'
import { hostSlug } from '../../checks/reports/host-slug.ts'
import { latestSample } from '../../store/hosts/host-page.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { hosts } from './hosts.ts'
import { params } from './schema.ts'

const sample = z
  .object({
    object: z.literal('host_sample'),
    sampled_at: z.iso.datetime().nullable().meta({ description: 'Null before the first report' }),
    metrics: z.record(z.string(), z.number()).meta({ description: 'Figures by name, without `host.`' }),
    disks: z.array(
      z.object({
        mount: z.string(),
        metric: z.string().meta({ description: 'Its name in `GET /hosts/{id}/metrics`' }),
        used_pct: z.number(),
        used_bytes: z.int(),
        free_bytes: z.int(),
        full_in_hours: z
          .number()
          .nullable()
          .meta({ description: 'Forecast, at most 8760; null while too little is known' }),
      }),
    ),
    services: z
      .array(z.object({ name: z.string(), up: z.boolean() }))
      .meta({ description: 'Those of `config.services`' }),
    failed_services: z.array(z.string()).meta({ description: 'Any that failed' }),
    processes: z
      .array(z.object({ name: z.string(), count: z.int() }))
      .meta({ description: 'Those of `config.processes`' }),
    containers: z.array(
      z.object({
        name: z.string(),
        up: z.boolean(),
        healthy: z.boolean().nullable().meta({ description: 'Null for one without a health check' }),
      }),
    ),
  })
  .meta({ id: 'HostSample' })

export const getHostSample = defineOperation({
  id: 'getHostSample',
  method: 'GET',
  path: '/dashboard/hosts/{id}/sample',
  audience: 'dashboard',
  tag: 'Hosts',
  summary: 'Get metrics, disks, services and containers of the latest sample of a host',
  params,
  responses: { 200: { description: 'The sample; empty before the first report', schema: sample } },
  async handle({ params: { id } }, { db, caller }) {
    const found = await latestSample(db, caller.organization.id, id)
    if (!found) throw hosts.notFound()
    const {
      metrics = {},
      disks = [],
      services = [],
      failed_services = [],
      processes = [],
      containers = [],
    } = found.sample ?? {}
    return ok({
      object: 'host_sample',
      sampled_at: found.sampledAt,
      metrics,
      disks: disks.map((disk) => ({ ...disk, metric: `disk.${hostSlug(disk.mount)}.used_pct` })),
      services,
      failed_services,
      processes,
      containers,
    })
  },
})
