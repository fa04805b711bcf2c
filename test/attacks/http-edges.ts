// Requests with two Host headers, floods of event streams, and names that a spreadsheet would run.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { maxStreamsPerSession } from '../../src/api/limits/stream-limits.ts'
import { until } from '../faults/targets.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'
import { type SharedInstallation, startTenants } from './tenants.ts'

const owner = 'owner@acme.example'
const maxWaitMs = 30_000

export const httpEdges: Trial = {
  name: 'http-edges',
  promise: 'Two Host headers are refused, a session opens few event streams, and no CSV cell is a formula.',
  hasShortSize: true,
  async run(size: TrialSize): Promise<TrialResult> {
    const lapwing = await startTenants({ Acme: { owner } })
    const attempts = maxStreamsPerSession + (size === 'short' ? 8 : 200)
    try {
      const violations = [
        ...(await sendTwoHosts(lapwing)),
        ...(await floodStreams(lapwing, attempts)),
        ...(await readFormulas(lapwing)),
      ]
      return { figures: { 'streams tried': attempts }, violations }
    } finally {
      await lapwing.stop()
    }
  },
}

async function sendTwoHosts({ origin }: SharedInstallation): Promise<string[]> {
  const violations: string[] = []
  for (const path of ['/', '/v1/me', '/app/dashboard/sign-in', '/ping/x', '/status/x', '/healthz'])
    for (const second of ['host: other.example', 'HOST: a.example', 'Host:']) {
      const line = await firstLine(origin, `GET ${path} HTTP/1.1\r\nhost: a.example\r\n${second}\r\n\r\n`)
      if (!line.includes(' 400 ')) violations.push(`${path} with a second "${second}" answers ${line}.`)
    }
  return violations
}

async function firstLine(origin: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(maxWaitMs, () => socket.destroy(new Error('nothing was answered')))
  socket.end(sent)
  return (await text(socket)).split('\r\n', 1)[0]!
}

async function floodStreams(lapwing: SharedInstallation, attempts: number): Promise<string[]> {
  const cookie = await lapwing.signIn(owner)
  const violations: string[] = []
  const open: ClientRequest[] = []
  const openOne = async (as = cookie): Promise<IncomingMessage> => {
    const requested = request(`${lapwing.origin}/app/dashboard/events`, { headers: { cookie: as }, agent: false }).end()
    requested.on('error', () => undefined)
    const [answer] = (await once(requested, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    if (answer.statusCode === 200) open.push(requested)
    answer.resume()
    return answer
  }
  for (let n = 0; n < attempts; n++) {
    const { statusCode, headers } = await openOne()
    const expected = n < maxStreamsPerSession ? 200 : 429
    if (statusCode !== expected) violations.push(`Stream ${n + 1} of a session answers ${statusCode}.`)
    if (statusCode === 429 && !headers['retry-after']) violations.push('A refusal does not say when to come back.')
  }
  const { statusCode } = await openOne(await lapwing.signIn(owner))
  if (statusCode !== 200) violations.push(`Another session gets no stream (${statusCode}).`)
  for (const one of open) one.destroy()
  if (!(await until(async () => (await openOne()).statusCode === 200, maxWaitMs)))
    violations.push('Closed streams are counted for ever.')
  for (const one of open) one.destroy()
  return violations
}

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', "|cmd /c calc'!A0", '＝1+1']

async function readFormulas({ ask, key }: SharedInstallation): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` }
  for (const name of formulas) {
    const body = { type: 'heartbeat', name, interval: 3600, config: {} }
    const { status, text: why } = await ask('/v1/monitors', { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`no monitor named ${name}: ${why}`)
  }
  const day = new Date().toISOString().slice(0, 10)
  const { status, text: csv } = await ask(`/v1/reports?period=custom&from=${day}&to=${day}&format=csv`, { headers })
  if (status !== 200) return [`There is no report: ${csv}`]
  const unsafe = formulas.filter((name) => !csv.includes(`,'${name},`))
  return unsafe.map((name) => `The report has ${name} as a formula, or not at all.`)
}
