// Converts a sample of the agent to metrics and evidence of a host monitor.
import type { DiskUse } from '../../domain/host/forecast.ts'
import { hostSlug } from './host-slug.ts'
import type { HostSample, ReportedMachine } from './host-report.ts'

/** Limit per host: names are stored forever, and containers come and go. */
const maxSlugs = 200

export interface Measures {
  readonly metrics: Readonly<Record<string, number>>
  /** Each like `disk.root`; known ones come first. */
  readonly slugs: readonly string[]
}

/** Metrics of one sample. Names beyond the host's limit are skipped. */
export function measuresOf(sample: HostSample, { cpu_cores }: ReportedMachine, known: readonly string[]): Measures {
  const named = namedNumbers(sample)
  const slugs = [...new Set([...known, ...named.map(({ slug }) => slug)])].slice(0, Math.max(maxSlugs, known.length))
  const allowed = new Set(slugs)
  const metrics = Object.fromEntries([
    ...Object.entries(sample.metrics as Record<string, number | undefined>).flatMap(([name, value]) =>
      value === undefined ? [] : [[`host.${name}`, value] as const],
    ),
    ...worst(sample, cpu_cores),
    ...named.filter(({ slug }) => allowed.has(slug)).map(({ key, value }) => [key, value] as const),
  ])
  return { metrics, slugs }
}

type MeasureEntry = readonly [key: string, value: number]

function worst({ disks, containers, metrics }: HostSample, cores: number): MeasureEntry[] {
  const inodes = disks.flatMap(({ inodes_used_pct }) => inodes_used_pct ?? [])
  const load = (metrics as Record<string, number | undefined>)['load1']
  return [
    ...(disks.length > 0
      ? ([
          ['host.disk_used_pct_max', Math.max(...disks.map(({ used_pct }) => used_pct))],
          ['host.disk_free_bytes_min', Math.min(...disks.map(({ free_bytes }) => free_bytes))],
        ] as const)
      : []),
    ...(inodes.length > 0 ? ([['host.inodes_used_pct_max', Math.max(...inodes)]] as const) : []),
    ...(load === undefined ? [] : ([['host.load_per_core', Math.round((load / cores) * 100) / 100]] as const)),
    ...(containers.length > 0
      ? ([['host.containers_unhealthy', containers.filter(({ healthy }) => healthy === false).length]] as const)
      : []),
  ]
}

interface NamedNumber {
  readonly slug: string
  readonly key: string
  readonly value: number
}

/** If two names have the same slug, the first one wins. */
function namedNumbers({ disks, services, processes, containers, custom }: HostSample): NamedNumber[] {
  const of = (kind: string, name: string, measure: string, value: number): NamedNumber => {
    const slug = `${kind}.${hostSlug(name)}`
    return { slug, key: `host.${slug}${measure && `.${measure}`}`, value }
  }
  const all = [
    ...disks.map(({ mount, used_pct }) => of('disk', mount, 'used_pct', used_pct)),
    ...services.map(({ name, up }) => of('service', name.replace(/\.service$/, ''), 'up', Number(up))),
    ...processes.map(({ name, count }) => of('process', name, 'count', count)),
    ...containers.map(({ name, up }) => of('container', name, 'up', Number(up))),
    ...Object.entries(custom).map(([name, value]) => of('custom', name, '', value)),
  ]
  return [...new Map(all.toReversed().map((one) => [one.key, one])).values()].toReversed()
}

export function diskUses({ disks }: HostSample): DiskUse[] {
  return disks.map(({ mount, used_bytes, free_bytes }) => ({ mount, usedBytes: used_bytes, freeBytes: free_bytes }))
}

const maxEntries = 10

/** Evidence for the person who gets the alert. */
export function evidenceOf({ disks, services, failed_services, processes, containers, top_processes }: HostSample) {
  const fullest = disks.toSorted((a, b) => b.used_pct - a.used_pct).slice(0, maxEntries)
  const stopped = services.filter(({ up }) => !up).map(({ name }) => name)
  const unwell = containers.filter(({ up, healthy }) => !up || healthy === false)
  return {
    ...(fullest.length > 0 && { disks: fullest }),
    ...(failed_services.length > 0 && { failed_services: failed_services.slice(0, maxEntries) }),
    ...(stopped.length > 0 && { stopped_services: stopped.slice(0, maxEntries) }),
    ...(processes.length > 0 && { processes: processes.slice(0, maxEntries) }),
    ...(unwell.length > 0 && { containers: unwell.slice(0, maxEntries) }),
    ...(top_processes.length > 0 && { top_processes: top_processes.slice(0, maxEntries) }),
  }
}
