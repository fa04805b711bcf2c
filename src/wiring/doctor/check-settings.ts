// Settings that are invalid, contradict each other, or are known to surprise people.
import { accessSync, constants } from 'node:fs'
import { type Settings, readSettings } from '../../settings.ts'
import type { Clock } from '../../domain/clock.ts'
import { StartupError } from '../../domain/fault.ts'
import { artifactsIn } from '../artifacts.ts'
import { scheduledDestination } from '../backup-places.ts'
import { mailIn } from '../mail.ts'
import { requireDatabaseUrl } from '../open-database.ts'
import { type DoctorFinding, reporter, splitSentences } from './finding.ts'

const { ok, warning, problem } = reporter('settings')

/** Without settings nothing else can be checked. */
export function checkSettings(
  clock: Clock,
  read: () => Settings = readSettings,
): { settings: Settings | null; findings: DoctorFinding[] } {
  let settings: Settings
  try {
    settings = read()
  } catch (error) {
    return { settings: null, findings: [refusal(error)] }
  }
  const rules = [
    requireDatabaseUrl,
    mailIn,
    (given: Settings) => artifactsIn({ settings: given, clock }),
    (given: Settings) => scheduledDestination({ settings: given, clock }),
  ]
  const contradictions = rules.flatMap((rule) => {
    try {
      rule(settings)
      return []
    } catch (error) {
      return [refusal(error)]
    }
  })
  const findings = [...contradictions, ...surprises(settings)]
  return { settings, findings: findings.length > 0 ? findings : [ok('The settings are valid.')] }
}

function refusal(error: unknown): DoctorFinding {
  if (!(error instanceof StartupError)) throw error
  return problem(...splitSentences(error.message, 'Correct it; `lapwing start --help` lists the settings.'))
}

const isEveryInterface = (host: string): boolean => host === '0.0.0.0' || host === '::'

function surprises({ host, publicUrl, trustedProxies, provision, roles, databaseUrl }: Settings): DoctorFinding[] {
  return [
    ...(isEveryInterface(host) && publicUrl === null
      ? [
          warning(
            'Links in alerts and emails lead to this machine, because LAPWING_PUBLIC_URL is not set.',
            'Set it to the address that people open, such as https://status.example.com.',
          ),
        ]
      : []),
    ...(publicUrl?.startsWith('https:') && trustedProxies.length === 0
      ? [
          warning(
            'LAPWING_PUBLIC_URL is https, and no reverse proxy is trusted, so all visitors seem to have its address.',
            'Set LAPWING_TRUSTED_PROXIES to the address of the proxy.',
          ),
        ]
      : []),
    ...(provision !== null && !isReadable(provision)
      ? [problem(`The provision file ${provision} cannot be read.`, 'Correct LAPWING_PROVISION, or its permissions.')]
      : []),
    ...(databaseUrl === null && roles.length < 4
      ? [
          warning(
            `This process has only the roles ${roles.join(', ')}, and no other process can use the embedded database.`,
            'Set LAPWING_ROLES to all, or LAPWING_DATABASE_URL to a database that several processes share.',
          ),
        ]
      : []),
  ]
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
