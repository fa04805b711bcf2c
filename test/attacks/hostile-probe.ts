// Someone who runs a probe, and has its token, attacks the rest of the installation and the other organization.
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'
import { until } from '../faults/targets.ts'
import { type SharedInstallation, startTenants } from './tenants.ts'

const victim = 'owner@acme.example'
const attacker = 'owner@mallory.example'
const secret = 'correct-horse-battery'

export const hostileProbe: Trial = {
  name: 'hostile-probe',
  promise: 'A probe gets the checks of its location, reports each of them once, and reads nothing else.',
  hasShortSize: true,
  async run(size: TrialSize): Promise<TrialResult> {
    const lapwing = await startTenants({ Acme: { owner: victim }, Mallory: { owner: attacker } })
    const replays = size === 'short' ? 20 : 500
    try {
      const theirs = await enroll(lapwing, victim)
      const own = await enroll(lapwing, attacker)
      const order = await firstOrder(theirs.probe)
      const ownOrder = await firstOrder(own.probe)
      const violations = [
        ...(JSON.stringify(ownOrder).includes(secret) ? ['A probe got a check of another organization.'] : []),
        ...(await readElsewhere(lapwing, own.token)),
        ...(await forge(own.probe, order.ticket)),
        ...(await sendTooMuch(own.probe)),
        ...(await lieAndReplay(theirs, order.ticket, replays)),
      ]
      return { figures: { 'replays of one outcome': replays }, violations }
    } finally {
      await lapwing.stop()
    }
  },
}

interface ProbeAnswer {
  readonly status: number
  readonly body: any
}

interface WireProbe {
  send(path: string, body: object): Promise<ProbeAnswer>
  sendPacked(path: string, body: Buffer): Promise<number>
}

interface EnrolledProbe {
  readonly token: string
  readonly probe: WireProbe
  checks(): Promise<{ readonly success: boolean; readonly timestamp: string }[]>
}

/** A private location with a monitor that has a secret, and a probe of it. */
async function enroll(lapwing: SharedInstallation, email: string): Promise<EnrolledProbe> {
  const cookie = await lapwing.signIn(email)
  const as = async (path: string, body?: object): Promise<any> =>
    (await lapwing.ask(`/app${path}`, { cookie, body, method: body ? 'POST' : 'GET' })).body
  const location = await as('/dashboard/private-locations', { name: 'Cellar', country: 'Norway', countryCode: 'NO' })
  const monitor = await as('/monitors', {
    name: 'Shop',
    type: 'http',
    target: `https://${email.split('@')[1]}/`,
    interval: 60,
    locations: [location.id],
    config: email === victim ? { authType: 'basic', authUsername: 'shop', authPassword: secret } : {},
  })
  return {
    token: location.enrollment.token,
    probe: probeWith(lapwing.origin, location.enrollment.token),
    checks: async () => (await as(`/monitors/${monitor.id}/checks`)).data,
  }
}

function probeWith(origin: string, token: string): WireProbe {
  const probe = { id: randomUUID(), boot: randomUUID(), name: 'rack', version: '9.9.9' }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, more = {}): Promise<Response> =>
    fetch(`${origin}/probe/v1/${path}`, { method: 'POST', headers: { ...headers, ...more }, body })
  return {
    async send(path, body) {
      const response = await post(path, JSON.stringify({ probe, ...body }))
      return { status: response.status, body: await response.json() }
    },
    async sendPacked(path, body) {
      const response = await post(path, new Uint8Array(body), { 'content-encoding': 'gzip' })
      await response.text()
      return response.status
    },
  }
}

const browsers = { free: 0, total: 0, missing: 'none' }
const claim = { clock_offset_ms: 0, free: 10, browsers, received: {} }
const outcomeOf = (ticket: string, endedAt: number, success: boolean): object => ({
  ticket,
  ended_at: endedAt,
  success,
  duration_ms: 1,
  status_code: 200,
  error: null,
  cause: null,
  metrics: {},
  evidence: null,
})

async function firstOrder(probe: WireProbe): Promise<{ readonly ticket: string }> {
  const received: Record<string, number> = {}
  for (;;) {
    const { body } = await probe.send('claim', { ...claim, received })
    received[body.server] = body.batch
    if (body.orders.length > 0) return body.orders[0]
  }
}

async function readElsewhere({ ask }: SharedInstallation, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const tries = [
    ...['/v1/me', '/v1/monitors', '/v1/locations', '/v1/events', '/app/monitors', '/internal/metrics'].map((path) => ({
      path,
      method: 'GET',
    })),
    ...['/agent/v1/report', '/mcp', '/v1/monitors'].map((path) => ({ path, method: 'POST' })),
  ]
  const violations: string[] = []
  for (const { path, method } of tries) {
    const { status } = await ask(path, { method, headers, body: method === 'POST' ? {} : undefined })
    if (status < 400) violations.push(`${method} ${path} answers ${status} to the token of a probe.`)
  }
  return violations
}

async function forge(probe: WireProbe, theirs: string): Promise<string[]> {
  const forged = [theirs, `${theirs.slice(0, -2)}AA`, theirs.slice(1), randomUUID(), 'x'.repeat(600)]
  const outcomes = forged.map((ticket) => outcomeOf(ticket, Date.now(), false))
  const { body } = await probe.send('report', { outcomes, lost: forged })
  return body.refused === forged.length ? [] : [`Of ${forged.length} forged outcomes, ${body.refused} were refused.`]
}

async function sendTooMuch(probe: WireProbe): Promise<string[]> {
  const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 0x20))
  const violations: string[] = []
  for (const path of ['hello', 'claim', 'report']) {
    const status = await probe.sendPacked(path, bomb)
    if (status !== 413) violations.push(`A body of 60 MB for ${path} is answered with ${status}.`)
  }
  const outcomes = Array.from({ length: 501 }, () => outcomeOf('x', 0, true))
  const { status } = await probe.send('report', { outcomes })
  if (status !== 400) violations.push(`501 outcomes at once are answered with ${status}.`)
  return violations
}

/** Reports one check again and again, with other results and made-up times. */
async function lieAndReplay({ probe, checks }: EnrolledProbe, ticket: string, replays: number): Promise<string[]> {
  const from = Date.now() - 120_000
  const times = [Date.now(), 0, 8_640_000_000_000, Date.now() - 86_400_000 * 365, Date.now() + 86_400_000]
  await probe.send('report', { outcomes: [outcomeOf(ticket, times.at(-1)!, true)] })
  await until(async () => (await checks()).length > 0, 30_000)
  await Promise.all(
    Array.from({ length: replays }, (_, n) =>
      probe.send('report', { outcomes: [outcomeOf(ticket, times[n % times.length]!, n % 2 === 0)] }),
    ),
  )
  const stored = await checks()
  const violations = stored.length === 1 ? [] : [`One check was stored ${stored.length} times.`]
  if (!stored.every(({ success }) => success)) violations.push('A replay changed the result of a check.')
  if (!stored.every(({ timestamp }) => Date.parse(timestamp) >= from && Date.parse(timestamp) <= Date.now()))
    violations.push('A check has a time that its probe made up.')
  return violations
}
