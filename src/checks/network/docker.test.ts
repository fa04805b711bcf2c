import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet, runCheck } from '../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../test/kit/checks/run-contract.ts'
import { hasPodman, startPodman } from '../../../test/kit/debian/podman.ts'
import { type DockerApi, startDockerApi } from '../../../test/kit/servers/docker-api.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import type { CheckMemory, Outcome } from '../../domain/outcome.ts'
import { createPolicy } from '../../net/policy.ts'
import { docker } from './docker.ts'

keepsTheContractOverHttp(docker, {
  config: { container: 'shop' },
  misbehaviours: { 'never ends its answer': 'content', 'drips its answer': 'timeout' },
})

const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
const client = authority.issue({ names: ['robot'] })

const rules = [
  'Availability Check: success == false critical',
  "Container Down: metrics['docker.not_running'] > 0 critical",
  "Container Unhealthy: metrics['docker.unhealthy'] > 0 critical",
  "Container Restarted: metrics['docker.restarts'] > 0 warning",
]

tryCatalogEntry(docker, {
  targets: {
    accepted: [
      'http://localhost:2375',
      'https://[2001:db8::1]:2376/docker',
      'unix:///run/user/1000/podman/podman.sock',
    ],
    refused: [
      ['tcp://localhost:2375', /https:\/\/ or http:\/\/ URL, or unix:\/\//],
      ['unix://run/docker.sock', /with an absolute path/],
      ['unix:///run/../etc/docker.sock', /with an absolute path/],
      ['unix:///run/docker.sock?x=1', /with an absolute path/],
    ],
  },
  config: {
    container: { accept: ['shop-web-1', '4d6feeecb925', ''], reject: [['../images', 'must be a name or an id']] },
    project: { accept: ['shop'], reject: [['a b', 'must be a name or an id']] },
    measureLoad: { accept: [false], reject: [['no', 'Expected boolean']] },
    authType: {
      accept: ['none'],
      reject: [
        ['basic', 'Allowed values'],
        ['mtls', 'config.clientCert: Required with authType mtls'],
      ],
    },
    clientCert: { accept: [client.cert], reject: [['x', 'must be a certificate in PEM']] },
    clientKey: { accept: [client.key], reject: [['x', 'must be a private key in PEM']] },
    verifyTls: { accept: [false], reject: [['no', 'Expected boolean']] },
    timeoutSeconds: { accept: [1, 60], reject: [[61, 'config.timeoutSeconds']] },
    ipVersion: { accept: ['ip6'], reject: [['6', 'Allowed values']] },
  },
  combinations: {
    reject: [[{ container: 'a', project: 'b' }, 'config.project: must not be combined with container']],
  },
  rules: [[{}, rules]],
  metrics: [
    "metrics['docker.containers']",
    "metrics['docker.not_running']",
    "metrics['docker.unhealthy']",
    "metrics['docker.restarts']",
    "metrics['docker.cpu_percent']",
    "metrics['docker.memory_bytes']",
    "metrics['docker.memory_percent']",
    'response_time',
    "metrics['docker.response_time_ms']",
    'ssl_expiry',
    "metrics['docker.ssl_expiry_days']",
  ],
})

const compose = (service: string, more: Record<string, string> = {}) => ({
  'com.docker.compose.project': 'shop',
  'com.docker.compose.service': service,
  ...more,
})

const fill = (api: DockerApi): void =>
  api.add(
    {
      name: 'web',
      labels: compose('web'),
      health: 'healthy',
      restartPolicy: 'always',
      load: { cpu: 0.5, memory: 0.25 },
    },
    { name: 'worker', labels: compose('worker'), health: 'unhealthy', restarts: 3, load: { cpu: 1, memory: 0.5 } },
    { name: 'migrate', labels: compose('migrate'), state: 'exited' },
    { name: 'shell', labels: compose('web', { 'com.docker.compose.oneoff': 'True' }), state: 'exited', exitCode: 1 },
    { name: 'cron', state: 'exited', exitCode: 137, restartPolicy: 'always' },
  )

const over = (api: DockerApi) => openNet({ policy: createPolicy({ allowPrivate: true, sockets: [api.socket] }) })
const run = (api: DockerApi, config: Record<string, unknown>, known?: CheckMemory): Promise<Outcome> =>
  runCheck(docker, `unix://${api.socket}`, { net: over(api), config, known })

describe('a docker check over an allowed socket', () => {
  it('measures a container', async () => {
    const api = await startDockerApi()
    fill(api)
    const outcome = await run(api, { container: 'web' })
    expect(outcome).toMatchObject({ success: true, error: null })
    expect(outcome.metrics).toEqual({
      'docker.response_time_ms': expect.any(Number),
      'docker.containers': 1,
      'docker.not_running': 0,
      'docker.unhealthy': 0,
      'docker.cpu_percent': 50,
      'docker.memory_bytes': 268_435_456,
      'docker.memory_percent': 25,
    })
    expect(outcome.evidence).toMatchObject({
      address: api.socket,
      containers: [{ name: 'web', state: 'running', health: 'healthy', restarts: 0, cpu_percent: 50 }],
    })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  it('measures all containers of a Compose project, without those that have done their work', async () => {
    const api = await startDockerApi()
    fill(api)
    const { metrics, evidence } = await run(api, { project: 'shop' })
    expect(metrics).toMatchObject({
      'docker.containers': 3,
      'docker.not_running': 0,
      'docker.unhealthy': 1,
      'docker.cpu_percent': 150,
      'docker.memory_percent': 50,
    })
    expect(evidence?.['containers']).toMatchObject([
      { name: 'migrate', exit_code: 0 },
      { name: 'worker', health: 'unhealthy', said: 'connection to the database refused' },
      { name: 'web' },
    ])
  })

  it('measures all containers, and no load if that is not wanted', async () => {
    const api = await startDockerApi()
    fill(api)
    const { metrics, evidence } = await run(api, { measureLoad: false })
    expect(metrics).toMatchObject({ 'docker.containers': 4, 'docker.not_running': 1 })
    expect(metrics).not.toHaveProperty(['docker.cpu_percent'])
    expect(evidence?.['containers']).toMatchObject([{ name: 'migrate' }, { name: 'cron', exit_code: 137 }, {}, {}])
    expect(api.requests.some((path) => path.includes('stats'))).toBe(false)
  })

  it('counts restarts since the check before, of containers that it knows', async () => {
    const api = await startDockerApi()
    fill(api)
    const first = await run(api, { project: 'shop' })
    expect(first.metrics).not.toHaveProperty(['docker.restarts'])
    expect((await run(api, { project: 'shop' }, first.remember)).metrics['docker.restarts']).toBe(0)
    api.add(
      { name: 'worker', labels: compose('worker'), restarts: 5 },
      { name: 'new', labels: compose('new'), restarts: 9 },
    )
    expect((await run(api, { project: 'shop' }, first.remember)).metrics['docker.restarts']).toBe(2)
  })

  it('measures an exited container that was named', async () => {
    const api = await startDockerApi()
    fill(api)
    expect((await run(api, { container: 'migrate' })).metrics).toMatchObject({ 'docker.not_running': 1 })
  })

  it.each([
    [{ container: 'nobody' }, 'there is no container nobody'],
    [{ project: 'other' }, 'there are no containers of other'],
  ])('fails without containers: %j', async (config, error) => {
    const api = await startDockerApi()
    fill(api)
    expect(await run(api, config)).toMatchObject({ success: false, cause: 'content', error })
  })

  it('fails if there are too many, or the API refuses', async () => {
    const api = await startDockerApi()
    api.add(...Array.from({ length: 101 }, (_none, n) => ({ name: `c${n}` })))
    expect(await run(api, {})).toMatchObject({
      cause: 'content',
      error: expect.stringMatching(/101 containers; .* 100/),
    })
    api.refuse(403)
    expect(await run(api, {})).toMatchObject({ cause: 'auth', error: 'the API responded with HTTP 403: no permission' })
    api.refuse(500)
    expect(await run(api, {})).toMatchObject({ cause: 'http_status', error: expect.stringContaining('HTTP 500') })
  })
})

describe('a socket', () => {
  it('that the installation does not allow is not opened', async () => {
    const api = await startDockerApi()
    fill(api)
    const outcome = await runCheck(docker, `unix://${api.socket}`)
    expect(outcome).toMatchObject({
      success: false,
      cause: 'connect',
      error: expect.stringContaining('LAPWING_DOCKER_SOCKETS'),
    })
    expect(api.requests).toEqual([])
  })

  it('that does not exist is reported', async () => {
    const net = openNet({ policy: createPolicy({ allowPrivate: true, sockets: ['/nowhere/docker.sock'] }) })
    expect(await runCheck(docker, 'unix:///nowhere/docker.sock', { net })).toMatchObject({
      cause: 'connect',
      error: 'there is no socket at /nowhere/docker.sock',
    })
  })
})

describe('a docker check over TLS', () => {
  it('logs in with a client certificate', async () => {
    const api = await startDockerApi({ certificate, clientRoot: authority.root })
    fill(api)
    const net = openNet({ extraTrust: [authority.root] })
    const login = { authType: 'mtls', clientCert: client.cert, clientKey: client.key }
    const outcome = await runCheck(docker, api.origin!, { net, config: { ...login, container: 'web' } })
    expect(outcome).toMatchObject({ success: true, metrics: { 'docker.not_running': 0, 'docker.ssl_expiry_days': 89 } })
    const without = await runCheck(docker, api.origin!, { net, config: { container: 'web' } })
    expect(without).toMatchObject({ success: false, cause: expect.stringMatching(/tls|connect/) })
  })
})

describe('a hostile API', () => {
  it.each<[string, unknown, string]>([
    ['is something else', [1], 'the response is not that of the Docker API'],
    ['has no state', { Id: 'abc' }, 'the response is not that of the Docker API'],
    ['has other types', { Id: 'abc', State: { Status: 7 } }, 'the response is not that of the Docker API'],
  ])('that %s fails', async (_what, body, error) => {
    const text = JSON.stringify(body)
    const server = await startHostile(
      (socket) =>
        void socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`)),
    )
    const outcome = await runCheck(docker, `http://127.0.0.1:${server.port}`, { config: { container: 'shop' } })
    expect(outcome).toMatchObject({ success: false, cause: 'content', error })
    await server.stop()
  })
})

describe.skipIf(!hasPodman)('Podman', () => {
  let podman: Awaited<ReturnType<typeof startPodman>>
  beforeAll(async () => {
    podman = await startPodman('shop')
  })
  afterAll(() => podman.stop())

  it('has the state of its containers', async () => {
    const net = openNet({ policy: createPolicy({ allowPrivate: true, sockets: [podman.socket] }) })
    const target = `unix://${podman.socket}`
    const outcome = await runCheck(docker, target, { net, config: { container: 'shop' } })
    expect(outcome).toMatchObject({ success: true, metrics: { 'docker.containers': 1, 'docker.not_running': 1 } })
    expect(outcome.evidence).toMatchObject({ containers: [{ name: 'shop', state: 'created', health: 'none' }] })
    expect((await runCheck(docker, target, { net, config: {} })).metrics).toMatchObject({ 'docker.containers': 1 })
    const none = await runCheck(docker, target, { net, config: { container: 'none' } })
    expect(none).toMatchObject({ error: 'there is no container none' })
  })
})
