// Lapwing's own figures in the Prometheus text format, for the operator of an installation.
import { shareAtMost } from '../../domain/limits/time-limit.ts'
import type { OwnProblem } from '../../domain/self-monitoring.ts'
import { type BackupFigures, backupFigures } from '../../store/backup/scheduled-backups.ts'
import { type LocationWork, type WorkFigures, workFigures } from '../../store/checking/work-figures.ts'
import { type Family, headOf, line } from '../metrics/exposition.ts'
import type { Services } from '../registry/services.ts'

type OwnSample = readonly [labels: Readonly<Record<string, string>>, value: number]

const maxMs = 5000

/** Null if the database does not respond. Requests at the same time share one reading. */
export function createOwnMetrics({ store, clock, problems, version }: Services): () => Promise<string> {
  const limit = { clock, ms: maxMs, late: () => null }
  const readFigures = async (): Promise<{ work: WorkFigures; backups: BackupFigures | undefined }> => ({
    work: await workFigures(store, clock.now()),
    backups: await backupFigures(store, clock.now()),
  })
  const figures = shareAtMost(limit, () => readFigures().catch(() => null))
  return async () => {
    const [read, found] = await Promise.all([figures(), problems()])
    const ofDatabase = read ? [...ofWork(read.work), ...ofBackups(read.backups)] : []
    return [...ofProcess(version), ...ofProblems(found), ...ofDatabase].join('')
  }
}

function family(about: Family, samples: readonly OwnSample[]): string {
  return headOf(about) + samples.map(([labels, value]) => line(about.name, labels, value)).join('')
}

const figure = (name: string, help: string, value: number, labels = {}): string =>
  family({ name: `lapwing_${name}`, help }, [[labels, value]])

function ofProcess(version: string): string[] {
  const { user, system } = process.cpuUsage()
  return [
    figure('build_info', 'The version of the process that responds', 1, { version }),
    figure('process_cpu_seconds', 'CPU time of this process since its start', (user + system) / 1e6),
    figure('process_resident_bytes', 'Resident memory of this process', process.memoryUsage.rss()),
  ]
}

function ofProblems(problems: readonly OwnProblem[]): string[] {
  const about = { name: 'lapwing_problem', help: 'A problem of Lapwing itself, as on /readyz, by its code' }
  return [
    figure('problems', 'Number of problems of Lapwing itself', problems.length),
    family(
      about,
      [...new Set(problems.map(({ code }) => code))].map((code) => [{ code }, 1]),
    ),
  ]
}

function ofWork(work: WorkFigures): string[] {
  const byLocation = (name: string, help: string, value: (each: LocationWork) => number): string =>
    family(
      { name: `lapwing_${name}`, help },
      work.locations.map((each) => [{ location: each.location }, value(each)]),
    )
  const byLabel = (name: string, help: string, label: string, counts: Readonly<Record<string, number>>): string =>
    family(
      { name: `lapwing_${name}`, help },
      Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]),
    )
  return [
    byLocation('location_live', '1 if a probe of the location gives signs of life', ({ live }) => Number(live)),
    byLocation('checks_due', 'Checks that are due and not claimed', ({ due }) => due),
    byLocation('checks_claimed', 'Checks that a probe has claimed', ({ claimed }) => claimed),
    byLocation('checks_late_seconds', 'Age of the oldest due check', ({ lateSeconds }) => lateSeconds),
    byLabel('monitors', 'Monitors by state', 'state', work.monitors),
    byLabel('open_incidents', 'Open incidents by status', 'status', work.incidents),
    figure('alerts_waiting', 'Alerts that are not routed yet', work.alertsWaiting),
    figure('alerts_late_seconds', 'Age of the oldest of them', work.alertsLateSeconds),
    figure('deliveries_waiting', 'Deliveries that wait to be sent', work.deliveriesWaiting),
    figure('deliveries_claimed', 'Deliveries that are being sent', work.deliveriesClaimed),
    figure('deliveries_late_seconds', 'How long the oldest waiting delivery is due', work.deliveriesLateSeconds),
    byLabel('deliveries_recent', 'Deliveries of the last five minutes by result', 'result', work.deliveries),
    figure('processes', 'Processes that use this database', work.processes),
    figure('database_bytes', 'Size of the database', work.databaseBytes),
    figure('database_connections', 'Connections to the database, of all programs', work.databaseConnections),
  ]
}

/** No samples if no backups are scheduled. */
function ofBackups(backups: BackupFigures | undefined): string[] {
  const optional = (name: string, help: string, value: number | null | undefined): string =>
    family({ name: `lapwing_backup_${name}`, help }, value === null || value === undefined ? [] : [[{}, value]])
  return [
    optional('age_seconds', 'Age of the last good backup', backups?.ageSeconds),
    optional('late_seconds', 'How long the next backup is overdue', backups?.lateSeconds),
    optional('failures', 'Failed attempts since the last good backup', backups?.failures),
    optional('bytes', 'Size of the last good backup', backups?.bytes),
  ]
}
