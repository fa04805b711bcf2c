// `lapwing doctor`: what is wrong with an installation, and what to do. It changes nothing and prints no secret; it
// works beside a running Lapwing and with a stopped one.
import { styleText } from 'node:util'
import type { Clock } from '../../domain/clock.ts'
import type { Settings } from '../../settings.ts'
import { checkBackupDestination, checkBackupRuns } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkBrowser, checkDataFolder, checkNode, checkPing } from './check-machine.ts'
import { checkMail, checkServer } from './check-network.ts'
import { checkSettings } from './check-settings.ts'
import { checkWork } from './check-work.ts'
import type { DoctorFinding, FindingLevel } from './finding.ts'

interface Examination {
  readonly clock: Clock
  readonly version: string
  /** Reads the settings, instead of the environment. */
  readonly read?: () => Settings
}

/** Most basic first: the first problem is usually the cause of those below. */
export async function examine({ clock, version, read }: Examination): Promise<DoctorFinding[]> {
  const { settings, findings } = checkSettings(clock, read)
  if (settings === null) return [...checkNode(), ...findings]
  return [
    ...checkNode(),
    ...findings,
    ...(await checkDataFolder(settings)),
    ...(await checkDatabase(settings, clock, async (db) => [
      ...(await checkWork(db, settings, clock)),
      ...(await checkBackupRuns(db, clock)),
    ])),
    ...(await checkBackupDestination(settings, clock)),
    ...(await checkServer(settings, { clock, version })),
    ...(await checkMail(settings, clock)),
    ...checkBrowser(settings),
    ...(await checkPing(settings, clock)),
  ]
}

export const hasProblem = (findings: readonly DoctorFinding[]): boolean =>
  findings.some(({ level }) => level === 'problem')

const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const
const width = 'problem'.length

export function findingsAsText(findings: readonly DoctorFinding[]): string {
  const lines = findings.flatMap(({ level, message, remedy }) => [
    `${styleText(colours[level], level.padEnd(width))}  ${message}`,
    ...(remedy === null ? [] : [`${' '.repeat(width)}  → ${remedy}`]),
  ])
  return `${lines.join('\n')}\n\n${summaryOf(findings)}\n`
}

function summaryOf(findings: readonly DoctorFinding[]): string {
  const count = (level: FindingLevel, noun: string): string[] => {
    const found = findings.filter((finding) => finding.level === level).length
    return found === 0 ? [] : [`${found} ${noun}${found === 1 ? '' : 's'}`]
  }
  return [...count('problem', 'problem'), ...count('warning', 'warning')].join(', ') || 'Everything is fine.'
}

export const findingsAsJson = (findings: readonly DoctorFinding[]): string =>
  `${JSON.stringify({ ok: !hasProblem(findings), findings }, null, 2)}\n`
