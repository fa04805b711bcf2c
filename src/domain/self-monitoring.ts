// Whether Lapwing itself does what it is there for, told from a few figures.
/** How far a probing process is behind. */
export interface Lateness {
  /** Of its checks of late, how many per hundred begin late; 0 unless that lasts. */
  readonly latePercent: number
  /** Checks of the last minute that waited longer than their interval for a place at their host. */
  readonly waitedForHost: number
}

/** `latePercent` is of the process that is worst, `waitedForHost` of all. */
export interface OwnFigures extends Lateness {
  /** Due for more than a minute at a location that is alive, and taken by nobody. */
  readonly lateChecks: number
  /** Names of locations that have checks to do and show no sign of life. */
  readonly silentLocations: readonly string[]
  readonly liveLocations: number
  /** To be routed or sent for more than a minute, and taken by nobody. */
  readonly stuckAlerts: number
  /** Where the database lies, or null when that is not known. */
  readonly freeDiskBytes: number | null
  /** What has secrets that no key here decrypts. */
  readonly unreadableSecrets: readonly SecretCount[]
}

export interface SecretCount {
  /** A plural, such as monitors. */
  readonly kind: string
  readonly count: number
}

export interface OwnProblem {
  readonly code:
    | 'checks_late'
    | 'hosts_crowded'
    | 'location_silent'
    | 'nothing_watched'
    | 'alerts_stuck'
    | 'disk_full'
    | 'database_away'
    | 'secrets_unreadable'
  readonly message: string
}

export const databaseAway: OwnProblem = { code: 'database_away', message: 'The database cannot be reached.' }

export const databaseSilent: OwnProblem = {
  code: 'database_away',
  message: 'The database does not answer within two seconds.',
}

const minDiskBytes = 256 * 1024 * 1024

export function problemsIn(figures: OwnFigures): OwnProblem[] {
  const { lateChecks, latePercent, waitedForHost, silentLocations, liveLocations, stuckAlerts } = figures
  const { freeDiskBytes, unreadableSecrets } = figures
  const problems: OwnProblem[] = []
  const say = (code: OwnProblem['code'], message: string): void => void problems.push({ code, message })
  if (silentLocations.length > 0 && liveLocations === 0)
    say('nothing_watched', 'No location is alive: nothing is checked. Is a process with the role prober running?')
  else if (silentLocations.length > 0) say('location_silent', `Nobody checks from ${silentLocations.join(', ')}.`)
  if (lateChecks > 0) say('checks_late', 'Checks are late by more than a minute: the machine is too busy.')
  else if (latePercent > 0)
    say('checks_late', `${latePercent} % of the checks begin seconds late: the machine is too busy for all of them.`)
  if (waitedForHost > 0)
    say(
      'hosts_crowded',
      `${waitedForHost} checks of the last minute waited longer than their interval: too many monitors check the same host.`,
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
  return problems
}

/** Such as: 3 monitors, 1 channel. */
export function describeUses(uses: readonly SecretCount[]): string {
  const counts = Map.groupBy(uses, ({ kind }) => kind)
  const words = [...counts].map(([kind, some]) => {
    const count = some.reduce((sum, one) => sum + one.count, 0)
    return `${count} ${count === 1 ? kind.slice(0, -1) : kind}`
  })
  return words.length > 0 ? words.join(', ') : 'nothing'
}

// Other locations check what a silent one does not, and a check that had to wait for its host was made.
const harmless: readonly OwnProblem['code'][] = ['location_silent', 'hosts_crowded']

export const isWatching = (problems: readonly OwnProblem[]): boolean =>
  problems.every(({ code }) => harmless.includes(code))
