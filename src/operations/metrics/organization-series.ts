// The series of the whole organization, regardless of filters.
import { titleOf } from '../../domain/plan.ts'
import { countHosts } from '../../store/hosts/host-reads.ts'
import { countFiring } from '../../store/monitors/scrape.ts'
import { countMonitors } from '../../store/monitors/summary.ts'
import { healthScore } from '../organization/summary.ts'
import { openWindows } from '../maintenance/maintenance-now.ts'
import type { CallerContext } from '../registry/define.ts'
import { type Family, headOf, line } from './exposition.ts'

type OrganizationSeries = Family & {
  readonly lines: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

const by = (label: string, values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value] as const)

export async function organizationSeries(context: CallerContext): Promise<string> {
  const { db, caller, now } = context
  const { id, name, plan } = caller.organization
  const [counts, hosts, firing, windows] = await Promise.all([
    countMonitors(db, { organizationId: id }),
    countHosts(db, { organizationId: id, now }),
    countFiring(db, id),
    openWindows(context),
  ])
  const { up, degraded, down, paused, unknown } = counts
  const { online, stale, offline, never_reported } = hosts
  const { critical, warning, acknowledged } = firing
  const series: OrganizationSeries[] = [
    {
      name: 'service_organization_info',
      help: 'The organization and its plan. Always 1.',
      lines: [[{ organization: name, plan: titleOf(plan) }, 1]],
    },
    {
      name: 'service_monitors',
      help: 'Monitors by status.',
      lines: by('status', { up, degraded, down, paused, unknown }),
    },
    {
      name: 'service_health_score',
      help: 'Health score of the organization, 0 to 100.',
      lines: [[{}, healthScore(counts)]],
    },
    {
      name: 'service_incidents_firing',
      help: 'Unacknowledged open incidents, by severity.',
      lines: by('severity', { critical, warning }),
    },
    {
      name: 'service_incidents_acknowledged',
      help: 'Acknowledged incidents that are still open.',
      lines: [[{}, acknowledged]],
    },
    {
      name: 'service_maintenance_windows_active',
      help: 'Maintenance windows in progress.',
      lines: [[{}, windows.length]],
    },
    {
      name: 'service_hosts',
      help: 'Hosts by the state of their agent.',
      lines: by('state', { online, stale, offline, never_reported }),
    },
    {
      name: 'service_scrape_generated_timestamp_seconds',
      help: 'Time at which these values were read; they are cached for a minute.',
      lines: [[{}, now.getTime() / 1000]],
    },
  ]
  return series
    .map((one) => headOf(one) + one.lines.map(([labels, value]) => line(one.name, labels, value)).join(''))
    .join('')
}
