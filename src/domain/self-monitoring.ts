// Whether Lapwing itself does what it is there for, told from a few figures.
export interface OwnFigures {
  /** Due for more than a minute at a location that is alive, and taken by nobody. */
  readonly lateChecks: number
  /** Names of locations that have checks to do and show no sign of life. */
  readonly silentLocations: readonly string[]
  readonly liveLocations: number
  /** To be routed or sent for more than a minute, and taken by nobody. */
  readonly stuckAlerts: number
  /** Where the database lies, or null when that is not known. */
  readonly freeDiskBytes: number | null
}

export interface OwnProblem {
  readonly code: 'checks_late' | 'location_silent' | 'nothing_watched' | 'alerts_stuck' | 'disk_full' | 'database_away'
  readonly message: string
}

export const databaseAway: OwnProblem = { code: 'database_away', message: 'The database cannot be reached.' }

export const databaseSilent: OwnProblem = {
  code: 'database_away',
  message: 'The database does not answer within two seconds.',
}

const leastDiskBytes = 256 * 1024 * 1024

export function problemsIn(figures: OwnFigures): OwnProblem[] {
  const { lateChecks, silentLocations, liveLocations, stuckAlerts, freeDiskBytes } = figures
  const problems: OwnProblem[] = []
  const say = (code: OwnProblem['code'], message: string): void => void problems.push({ code, message })
  if (silentLocations.length > 0 && liveLocations === 0)
    say('nothing_watched', 'No location is alive: nothing is checked. Is a process with the role prober running?')
  else if (silentLocations.length > 0) say('location_silent', `Nobody checks from ${silentLocations.join(', ')}.`)
  if (lateChecks > 0) say('checks_late', 'Checks are late by more than a minute: the machine is too busy.')
  if (stuckAlerts > 0) say('alerts_stuck', 'Alerts wait to be sent. Is a process with the role notifier running?')
  if (freeDiskBytes !== null && freeDiskBytes < leastDiskBytes)
    say('disk_full', 'The disk is nearly full: make room, or nothing more can be stored.')
  return problems
}

/** A location that is silent while others check keeps nobody from being watched. */
export const isWatching = (problems: readonly OwnProblem[]): boolean =>
  problems.every(({ code }) => code === 'location_silent')
