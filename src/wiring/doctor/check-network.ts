// What this process would serve, and the mail server that it uses.
import type { Clock } from '../../domain/clock.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { type Net, createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import type { Settings } from '../../settings.ts'
import { mailIn } from '../mail.ts'
import { type DoctorFinding, reporter } from './finding.ts'

const timeoutMs = 3000
const maxBytes = 65_536

const openNet = (clock: Clock): Net => createNet({ policy: createPolicy({ allowPrivate: true }), clock })

export async function checkServer(
  { roles, host, port }: Settings,
  { clock, version }: { clock: Clock; version: string },
): Promise<DoctorFinding[]> {
  const { ok, warning, problem } = reporter('server')
  if (!roles.includes('server') || port === 0) return []
  const origin = `http://${reachable(host)}:${port}`
  const about = await read(clock, `${origin}/`)
  if (about === null)
    return [
      warning(`Nothing responds at ${origin}.`, 'Start Lapwing, or check LAPWING_HOST and LAPWING_PORT if it runs.'),
    ]
  if (about['name'] !== 'Lapwing')
    return [problem(`Another program responds at ${origin}.`, 'Stop it, or choose another LAPWING_PORT.')]
  const ready = await read(clock, `${origin}/readyz`)
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

/** An address that leads to a server on every interface. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The JSON object at an address; an empty one for other content; null without a response. */
async function read(clock: Clock, url: string): Promise<Record<string, unknown> | null> {
  const net = openNet(clock)
  const headers = [{ key: 'Accept', value: 'application/json' }]
  const request = {
    url: new URL(url),
    method: 'GET',
    headers,
    ipVersion: 'any',
    maxRedirects: 0,
    verify: true,
  } as const
  try {
    const response = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
      net.request({ ...request, maxBytes, signal }),
    )
    return objectIn(response.body.toString())
  } catch {
    return null
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
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
