// Detects from a few figures whether Lapwing itself works.
/** The backlog of a probing process. */
export interface Lateness {
  /** The percentage of recent checks that start late; 0 unless it persists. */
  readonly latePercent: number
  /** Checks of the last minute that waited longer than their interval for a slot at their host. */
  readonly waitedForHost: number
}

/** `latePercent` is that of the worst process, `waitedForHost` the sum of all. */
export interface OwnFigures extends Lateness {
  /** Checks due for more than a minute at a live location, and not claimed. */
  readonly lateChecks: number
  /** Names of locations that have monitors but show no sign of life. */
  readonly silentLocations: readonly string[]
  /** The names of those that leave monitors without a live location. */
  readonly missedLocations: readonly string[]
  readonly liveLocations: number
  /** Alerts waiting for more than a minute to be routed, and channels with alerts that nobody is sending. */
  readonly stuckAlerts: number
  /** Free space on the disk of the database; null if unknown. */
  readonly freeDiskBytes: number | null
  /** Resources with secrets that no available key decrypts. */
  readonly unreadableSecrets: readonly ItemCount[]
  /** Items of queues that were dropped or set aside within an hour. */
  readonly refusedItems: readonly ItemCount[]
}

export interface ItemCount {
  /** A plural, such as monitors. */
  readonly kind: string
  readonly count: number
}

export interface OwnProblem {
  readonly code:
    | 'checks_late'
    | 'hosts_crowded'
    | 'location_silent'
    | 'monitors_unwatched'
    | 'nothing_watched'
    | 'alerts_stuck'
    | 'disk_full'
    | 'database_away'
    | 'secrets_unreadable'
    | 'items_refused'
  readonly message: string
}

export const databaseAway: OwnProblem = { code: 'database_away', message: 'The database cannot be reached.' }

export const databaseSilent: OwnProblem = {
  code: 'database_away',
  message: 'The database does not respond within two seconds.',
}

const minDiskBytes = 256 * 1024 * 1024

export function problemsIn(figures: OwnFigures): OwnProblem[] {
  const { lateChecks, latePercent, waitedForHost, silentLocations, missedLocations, liveLocations } = figures
  const { stuckAlerts, freeDiskBytes, unreadableSecrets, refusedItems } = figures
  const problems: OwnProblem[] = []
  const say = (code: OwnProblem['code'], message: string): void => void problems.push({ code, message })
  if (silentLocations.length > 0 && liveLocations === 0)
    say('nothing_watched', 'No location is alive: nothing is checked. Is a process with the role prober running?')
  else if (missedLocations.length > 0)
    say(
      'monitors_unwatched',
      `No probe is running at ${missedLocations.join(', ')}, and monitors there have no other live location.`,
    )
  else if (silentLocations.length > 0) say('location_silent', `No probe is running at ${silentLocations.join(', ')}.`)
  if (lateChecks > 0) say('checks_late', 'Checks are late by more than a minute: the machine is too busy.')
  else if (latePercent > 0)
    say('checks_late', `${latePercent} % of the checks start seconds late: the machine is too busy for all of them.`)
  if (waitedForHost > 0)
    say(
      'hosts_crowded',
      `${waitedForHost} checks of the last minute waited longer than their interval: ` +
        'too many monitors check the same host.',
    )
  if (stuckAlerts > 0) say('alerts_stuck', 'Alerts wait to be sent. Is a process with the role notifier running?')
  if (freeDiskBytes !== null && freeDiskBytes < minDiskBytes)
    say('disk_full', 'The disk is nearly full: make room, or nothing more can be stored.')
  if (unreadableSecrets.length > 0)
    say(
      'secrets_unreadable',
      `The secrets of ${describeUses(unreadableSecrets)} were encrypted with another key, so they are not used. ` +
        'Enter them again, or set LAPWING_PREVIOUS_SECRET_KEY to the old key.',
    )
  if (refusedItems.length > 0)
    say(
      'items_refused',
      `Within the last hour, ${describeUses(refusedItems)} could not be stored or processed. The others were. ` +
        'The log names each one and the reason.',
    )
  return problems
}

/** For example `3 monitors, 1 channel`. */
export function describeUses(uses: readonly ItemCount[]): string {
  const counts = Map.groupBy(uses, ({ kind }) => kind)
  const words = [...counts].map(([kind, some]) => {
    const count = some.reduce((sum, one) => sum + one.count, 0)
    return `${count} ${count === 1 ? kind.slice(0, -1) : kind}`
  })
  return words.length > 0 ? words.join(', ') : 'nothing'
}

// Other locations take over from a silent one, a check that waited for its host did run, and a refused item holds up no
// other.
const harmless: readonly OwnProblem['code'][] = ['location_silent', 'hosts_crowded', 'items_refused']

export const isWatching = (problems: readonly OwnProblem[]): boolean =>
  problems.every(({ code }) => harmless.includes(code))
