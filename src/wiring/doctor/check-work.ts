// The work of the running processes: checks, alerts, deliveries.
import type { Clock } from '../../domain/clock.ts'
import { isWatching, problemsIn } from '../../domain/self-monitoring.ts'
import { createVault } from '../../domain/vault.ts'
import type { Settings } from '../../settings.ts'
import { type KeyUse, keysInUse } from '../../store/accounts/sealed-secrets.ts'
import { listLocations, liveSince } from '../../store/checking/locations.ts'
import { ownFigures } from '../../store/checking/self-monitoring.ts'
import type { Database } from '../../store/database/database.ts'
import { liveProcesses } from '../../store/database/processes.ts'
import { failingChannels } from '../../store/notifications/failed-deliveries.ts'
import { latestResult } from '../../store/results/latest-result.ts'
import { keyProblem } from '../open-vault.ts'
import { readKeys } from '../secret-keys.ts'
import { type DoctorFinding, reporter, splitSentences } from './finding.ts'

const day = 86_400_000

export async function checkWork(db: Database, settings: Settings, clock: Clock): Promise<DoctorFinding[]> {
  const now = clock.now()
  const processes = await liveProcesses(db, now)
  const report = reporter('processes')
  if (processes === 0)
    return [report.warning('Lapwing is not running: nothing is checked and no alert is sent.', 'Start it.')]
  return [
    report.ok(
      processes === 1 ? 'One process of Lapwing is running.' : `${processes} processes of Lapwing are running.`,
    ),
    ...(await checkLocations(db, now)),
    ...(await checkQueues(db, settings, now)),
    ...(await checkResults(db, now)),
    ...(await checkDeliveries(db, now)),
  ]
}

const maxLocations = 10_000

async function checkLocations(db: Database, now: Date): Promise<DoctorFinding[]> {
  const report = reporter('locations')
  const locations = await listLocations(db, null, { after: undefined, limit: maxLocations })
  const silent = locations.filter(({ seen_at: seenAt }) => seenAt === null || seenAt <= liveSince(now))
  if (silent.length === 0) return [report.ok('A probe is running at every location.')]
  return [
    report.warning(
      `No probe is running at ${silent.map(({ name }) => name).join(', ')}, so nothing is checked from there.`,
      'Start one there, or remove the location.',
    ),
  ]
}

const lighten = 'Give the machine more CPU, check less often, or add a prober on another machine.'

async function checkQueues(db: Database, settings: Settings, now: Date): Promise<DoctorFinding[]> {
  const report = reporter('work')
  const unreadableSecrets = await findUnreadable(db, settings)
  const figures = { ...(await ownFigures(db, now)), freeDiskBytes: null, unreadableSecrets }
  const problems = problemsIn(figures).filter(({ code }) => code !== 'location_silent')
  if (problems.length === 0) return [report.ok('Checks and alerts are on time.')]
  return problems.map((one) => {
    const level = isWatching([one]) ? report.warning : report.problem
    return level(...splitSentences(one.message, lighten))
  })
}

/** Nothing if the key itself is the problem, which is reported anyway. */
async function findUnreadable(db: Database, settings: Settings): Promise<KeyUse[]> {
  const keys = (await keyProblem(settings, db)) === null ? readKeys(settings) : null
  if (keys === null) return []
  const vault = createVault(keys)
  const uses = await keysInUse(db, ['monitors', 'channels', 'variables'])
  return uses.filter(({ keyId }) => !vault.hasKeyOf(keyId))
}

async function checkResults(db: Database, now: Date): Promise<DoctorFinding[]> {
  const report = reporter('results')
  const { isScheduled, at } = await latestResult(db, new Date(now.getTime() - day))
  if (!isScheduled) return [report.ok('No checks are scheduled yet.')]
  if (at === null)
    return [
      report.warning(
        'Checks are scheduled, and none was stored in the last day.',
        'Look at the log of the process with the role prober.',
      ),
    ]
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  return [
    report.ok(`The latest check was stored ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} ago.`),
  ]
}

const maxNamed = 3

async function checkDeliveries(db: Database, now: Date): Promise<DoctorFinding[]> {
  const report = reporter('deliveries')
  const failing = await failingChannels(db, new Date(now.getTime() - day))
  if (failing.length === 0) return [report.ok('No channel fails.')]
  const named = failing.slice(0, maxNamed).map(({ name, type, failures }) => `${name} (${type}, ${failures} failed)`)
  const rest = failing.length > maxNamed ? ` and ${failing.length - maxNamed} more` : ''
  return [
    report.problem(
      `Alerts do not arrive through ${named.join(', ')}${rest}.`,
      'See why with `lapwing deliveries --status failed`, then try `lapwing test-channel "name"`.',
    ),
  ]
}
