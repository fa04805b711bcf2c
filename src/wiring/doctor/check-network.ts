// What this process would serve, and the mail server that it uses.
import type { Clock } from '../../domain/clock.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Settings } from '../../settings.ts'
import { mailIn } from '../mail.ts'
import { openNet, ownOrigin, readObject, timeoutMs } from '../own-server.ts'
import { type DoctorFinding, reporter } from './finding.ts'

export async function checkServer(
  settings: Settings,
  { clock, version }: { clock: Clock; version: string },
): Promise<DoctorFinding[]> {
  const { ok, warning, problem } = reporter('server')
  const origin = ownOrigin(settings)
  if (origin === null) return []
  const about = await readObject(clock, `${origin}/`)
  if (about === null)
    return [
      warning(`Nothing responds at ${origin}.`, 'Start Lapwing, or check LAPWING_HOST and LAPWING_PORT if it runs.'),
    ]
  if (about['name'] !== 'Lapwing')
    return [problem(`Another program responds at ${origin}.`, 'Stop it, or choose another LAPWING_PORT.')]
  const ready = await readObject(clock, `${origin}/readyz`)
  const isReady = ready?.['ready'] === true
  return [
    isReady
      ? ok(`Lapwing ${String(about['version'])} serves at ${origin} and is ready.`)
      : problem(`Lapwing serves at ${origin} and is not ready.`, `The lines below say why, or open ${origin}/readyz.`),
    ...(about['version'] === version
      ? []
      : [
          warning(
            `The running version is ${String(about['version'])}, and this is ${version}.`,
            'Restart Lapwing to finish the upgrade.',
          ),
        ]),
  ]
}

/** Only connects: nothing is sent. */
export async function checkMail(settings: Settings, clock: Clock): Promise<DoctorFinding[]> {
  const { ok, warning, problem } = reporter('mail')
  const mail = mailOf(settings)
  if (mail === undefined) return []
  if (mail === null)
    return [
      warning(
        'Invitations, password resets and reports are not sent by email.',
        'Set LAPWING_MAIL_URL and LAPWING_MAIL_FROM; until then, owners pass on the links.',
      ),
    ]
  const { host, port } = mail.server
  try {
    const { socket } = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
      openNet(clock).connect({ host, port, ipVersion: 'any', signal }),
    )
    socket.destroy()
    return [ok(`The mail server ${host}:${port} accepts connections.`)]
  } catch (error) {
    return [
      problem(
        `The mail server ${host}:${port} cannot be reached: ${(error as Error).message}.`,
        'Correct LAPWING_MAIL_URL, or allow this connection.',
      ),
    ]
  }
}

/** Undefined if the settings contradict each other, which is reported with the settings. */
function mailOf(settings: Settings): ReturnType<typeof mailIn> | undefined {
  try {
    return mailIn(settings)
  } catch {
    return undefined
  }
}
