// The series of each host.
import type { ScrapedHost } from '../../store/hosts/host-reads.ts'
import { type Family, headOf, line } from './exposition.ts'

interface HostFamily extends Family {
  labels?(host: ScrapedHost): Readonly<Record<string, string>>
  value(host: ScrapedHost): number | null
}

const families: readonly HostFamily[] = [
  {
    name: 'service_host_info',
    help: 'A host by its id: name, operating system, architecture and version of the agent. Always 1.',
    labels: ({ name, os, arch, agentVersion }) => ({ name, os, arch, agent_version: agentVersion }),
    value: () => 1,
  },
  {
    name: 'service_host_up',
    help: '1 when the agent has reported within the time after which it counts as offline.',
    value: ({ state }) => (state === 'online' || state === 'stale' ? 1 : 0),
  },
  {
    name: 'service_host_last_seen_timestamp_seconds',
    help: 'Time of the latest report of the agent.',
    value: ({ seenAt }) => seenAt,
  },
]

export function hostSeries(hosts: readonly ScrapedHost[]): string {
  return families.map((family) => headOf(family) + hosts.map((host) => lineOf(family, host)).join('')).join('')
}

function lineOf({ name, labels, value }: HostFamily, host: ScrapedHost): string {
  const found = value(host)
  return found === null ? '' : line(name, { host_id: host.id, ...labels?.(host) }, found)
}
