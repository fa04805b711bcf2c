// `lapwing discover` with stand-ins of Docker and Kubernetes, and what --watch makes of it in a Lapwing.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { discoverContainers } from '../../../cli/commands/discover/docker.ts'
import { discoverObjects, kinds } from '../../../cli/commands/discover/kubernetes.ts'
import { clusterOf } from '../../../cli/discover/kubeconfig.ts'
import { CommandError } from '../../../cli/exit-codes.ts'
import { createAuthority } from '../../kit/checks/certificates.ts'
import { newFolder } from '../../kit/files.ts'
import { commandLine } from '../../kit/lapwing/command-line.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { watch } from '../../kit/resources/discovery.ts'
import { make } from '../../kit/resources/monitors.ts'
import { startDockerApi } from '../../kit/servers/docker-api.ts'
import { startKubernetesApi } from '../../kit/servers/kubernetes-api.ts'
import { freePort } from '../../kit/servers/free-port.ts'
import { listening } from '../../kit/servers/listening.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()
const run = (...words: string[]) => commandLine(words, {})
const enabled = { 'lapwing.enable': 'true' }
const to = (host: string) => ({ 'lapwing.target': `https://${host}.example.com/` })
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `c${from + n}`, labels: to(`c${from + n}`) }))

describe('docker', () => {
  it('prints a document that can be applied', async () => {
    const docker = await startDockerApi()
    const compose = (service: string) => ({
      'com.docker.compose.project': 'shop',
      'com.docker.compose.service': service,
    })
    const published = { IP: '0.0.0.0', PrivatePort: 80, PublicPort: 8080, Type: 'tcp' } as const
    const traefik = {
      'traefik.enable': 'true',
      'traefik.http.routers.web.rule': 'Host(`shop.example.com`) && PathPrefix(`/app`)',
      'traefik.http.routers.plain.rule':
        'Host(`shop.example.com`) || Host(`Alt.example.com`) && !Host(`no.example.com`)',
      'traefik.http.routers.web.entrypoints': 'websecure',
    }
    docker.add(
      { name: 'shop-web-1', labels: { ...enabled, ...compose('web'), ...traefik } },
      { name: 'shop-web-2', labels: { ...enabled, ...compose('web'), ...traefik } },
      {
        name: 'blog',
        labels: { ...enabled, 'lapwing.path': '/health' },
        ports: [published, { ...published, IP: '::' }],
      },
      { name: 'stopped', labels: to('stopped'), state: 'exited' },
      { name: 'other', ports: [published] },
      { name: 'local', labels: enabled, ports: [{ ...published, IP: '127.0.0.1' }] },
    )
    const from = ['discover', 'docker', '--from', docker.socket]
    const { code, stdout, stderr } = await run(...from, '--host', 'h1.example.com', '--locations', 'fra')
    expect(parse(stdout).monitors.map(({ key, target }: any) => [key, target])).toEqual([
      ['docker.blog', 'http://h1.example.com:8080/health'],
      ['docker.shop.web.alt.example.com', 'http://alt.example.com/'],
      ['docker.shop.web.shop.example.com', 'https://shop.example.com/app'],
      ['docker.stopped', 'https://stopped.example.com/'],
    ])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^lapwing: Left out:\ncontainer local: lapwing.target: is/),
    ])
    const all = await run(...from, '--host', 'h1.example.com', '--all', '--json')
    expect(JSON.parse(all.stdout).monitors).toHaveLength(5)
    docker.remove('local', 'blog', 'other')
    const whole = await run(...from, '--locations', 'fra', '--all')
    expect([whole.code, whole.stderr]).toEqual([0, ''])
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'found.yaml')
    writeFileSync(file, whole.stdout)
    const environment = { LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write }
    const applied = await commandLine(['apply', '-f', file, '--yes'], environment)
    expect([applied.code, JSON.parse(applied.stdout).summary.create]).toEqual([0, 3])
    const [monitor] = (await app().get('/monitors?q=stopped')).body.data
    expect(monitor.managed).toEqual({ key: 'docker.stopped', source: 'discovery/docker' })
  })

  it('asks over TLS with a certificate, and trusts only its authority', async () => {
    const authority = createAuthority()
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    const own = authority.issue({ names: ['lapwing'] })
    const files = { 'ca.pem': authority.root, 'cert.pem': own.cert, 'key.pem': own.key }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text)
    const serve = async (issuer: ReturnType<typeof createAuthority>) => {
      const tls = { ...issuer.issue({ names: ['127.0.0.1'] }), ca: authority.root, requestCert: true }
      const server = createServer({ ...tls, rejectUnauthorized: true }, (_, response) => response.end('[]'))
      return `tcp://127.0.0.1:${await listening(server)}`
    }
    const discover = (from: string) => run('discover', 'docker', '--from', from, '--cert-path', folder.path)
    expect(await discover(await serve(authority))).toMatchObject({ code: 0, stderr: '' })
    const other = await discover(await serve(createAuthority('Another root')))
    expect([other.code, other.stdout]).toEqual([5, ''])
    expect((await run('discover', 'docker', '--from', 'tcp://h1:2376', '--cert-path', '/nowhere')).stderr).toContain(
      '/nowhere/ca.pem: cannot be read (ENOENT)',
    )
  })

  it('says what is wrong with the socket, the response and the address', async () => {
    const docker = await startDockerApi()
    const discover = (from: string) => run('discover', 'docker', '--from', from)
    expect(await discover(`${docker.socket}x`)).toMatchObject({ code: 5, stderr: expect.stringContaining('ENOENT') })
    docker.refuse(403)
    expect(await discover(docker.socket)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('answered with the status 403: no permission.'),
    })
    expect(await discover('ssh://root@h1')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('must be unix:'),
    })
  })
})

describe('kubernetes', () => {
  const ingress = (name: string, spec: object, annotations: Record<string, string> = enabled) => ({
    metadata: { name, namespace: 'shop', annotations },
    spec: { ingressClassName: 'nginx', ...spec },
  })
  const rule = (host: string | undefined, ...paths: string[]) => ({
    ...(host && { host }),
    http: {
      paths: paths.map((path) => ({
        path,
        pathType: 'Prefix',
        backend: { service: { name: 'web', port: { number: 80 } } },
      })),
    },
  })

  it('finds ingresses, routes and services, page by page', async () => {
    const cluster = await startKubernetesApi({ maxPage: 2 })
    cluster.put(
      'ingresses',
      ingress('web', {
        rules: [rule('shop.example.com', '/api', '/'), rule('a.w.example.com', '/v1'), rule('*.example.com', '/')],
        tls: [{ hosts: ['shop.example.com'], secretName: 'tls' }],
      }),
      ingress('plain', { rules: [rule('plain.example.com', '/')] }, {}),
      ingress('none', { defaultBackend: { service: { name: 'web', port: { number: 80 } } } }),
      ingress('off', { rules: [rule('off.example.com', '/')] }, { 'lapwing.enable': 'false' }),
    )
    cluster.put('httproutes', {
      metadata: { name: 'api', namespace: 'shop', annotations: { 'lapwing.interval': '30s' } },
      spec: {
        parentRefs: [{ name: 'gateway' }],
        hostnames: ['api.example.com', '*.api.example.com'],
        rules: [
          { matches: [{ path: { type: 'PathPrefix', value: '/v2' } }], backendRefs: [{ name: 'api', port: 80 }] },
        ],
      },
    })
    const service = (name: string, ports: object[], annotations: Record<string, string> = enabled) => ({
      metadata: { name, namespace: 'shop', annotations },
      spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ports },
    })
    const [http, db] = [
      { name: 'http', port: 8080, protocol: 'TCP' },
      { name: 'db', port: 5432, protocol: 'TCP' },
    ]
    cluster.put(
      'services',
      service('web', [http, db], { 'lapwing.path': '/healthz' }),
      service('db', [http, db], { 'lapwing.port': 'db' }),
      service('unnoticed', [http], {}),
    )
    const discover = (...words: string[]) =>
      run('discover', 'kubernetes', '--from', cluster.url, '--source', 'eu', ...words)
    const { code, stdout, stderr } = await discover('--all')
    expect(parse(stdout).monitors.map(({ key, type, target }: any) => [key, type, target])).toEqual([
      ['eu.httproute.shop.api.api.example.com', 'http', 'https://api.example.com/v2'],
      ['eu.ingress.shop.plain.plain.example.com', 'http', 'http://plain.example.com/'],
      ['eu.ingress.shop.web.a.w.example.com', 'http', 'http://a.w.example.com/v1'],
      ['eu.ingress.shop.web.shop.example.com', 'http', 'https://shop.example.com/'],
      ['eu.service.shop.db', 'tcp', 'db.shop.svc:5432'],
      ['eu.service.shop.web', 'http', 'http://web.shop.svc:8080/healthz'],
    ])
    expect([code, stderr]).toEqual([1, expect.stringContaining('ingress shop/none: lapwing.target: is required')])
    expect(parse((await discover()).stdout).monitors).toHaveLength(5)
    expect(parse((await discover('--namespace', 'blog', '--all')).stdout).monitors).toEqual([])
    expect((await discover('--kinds', 'pods')).code).toBe(64)
    cluster.refuse('services', 403)
    const refused = await discover()
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/services is forbidden.* Allow it, or leave services out with --kinds/)
    expect((await discover('--kinds', 'httproutes')).code).toBe(0)
  })

  it('logs in by kubeconfig, and manages without HTTPRoutes', async () => {
    const cluster = await startKubernetesApi({ without: ['httproutes'] })
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'config')
    writeFileSync(join(folder.path, 'token'), 'of-a-file\n')
    const user = (name: string, fields: string) => `- { name: ${name}, user: ${fields} }\n`
    const context = (name: string) => `- { name: ${name}, context: { cluster: main, user: ${name} } }\n`
    writeFileSync(
      file,
      `apiVersion: v1
kind: Config
current-context: inline
clusters:
- { name: main, cluster: { server: "${cluster.url}" } }
users:
${user('inline', '{ token: inline-token }')}${user('file', '{ tokenFile: token }')}${user('cloud', '{ exec: { command: aws } }')}contexts:
${context('inline')}${context('file')}${context('cloud')}`,
    )
    const discover = (...words: string[]) => run('discover', 'kubernetes', '--kubeconfig', file, ...words)
    expect(await discover()).toMatchObject({ code: 0, stderr: '' })
    expect(await discover('--context', 'file')).toMatchObject({ code: 0 })
    expect(new Set(cluster.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer inline-token', 'Bearer of-a-file']),
    )
    expect((await discover('--context', 'cloud')).stderr).toContain('Run `kubectl proxy`')
    expect((await discover('--context', 'none')).stderr).toContain(`${file}: has no context "none"`)
    writeFileSync(file, 'a: [')
    expect((await discover()).stderr).toContain(`${file}: is not valid YAML`)
  })

  /** A cluster that only knows clients with a certificate of this authority. */
  async function secureCluster(authority: ReturnType<typeof createAuthority>, requestCert: boolean) {
    const tls = { ...authority.issue({ names: ['127.0.0.1'] }), ca: authority.root, requestCert }
    const cluster = await startKubernetesApi({ tls: { ...tls, rejectUnauthorized: requestCert } })
    cluster.put('ingresses', ingress('a', { rules: [rule('a.example.com', '/')] }))
    return cluster
  }

  it('logs in with the certificate of a kubeconfig, and trusts only the authority in it', async () => {
    const authority = createAuthority()
    const cluster = await secureCluster(authority, true)
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    const own = authority.issue({ names: ['lapwing'] })
    writeFileSync(join(folder.path, 'client.key'), own.key)
    const inline = (text: string): string => Buffer.from(text).toString('base64')
    const discover = (ca: string, user = `client-certificate-data: ${inline(own.cert)}, client-key: client.key`) => {
      const file = join(folder.path, 'config')
      writeFileSync(
        file,
        `{ current-context: c, contexts: [{ name: c, context: { cluster: k, user: u } }],
  clusters: [{ name: k, cluster: { server: "${cluster.url}", certificate-authority-data: ${inline(ca)} } }],
  users: [{ name: u, user: { ${user} } }] }`,
      )
      return run('discover', 'kubernetes', '--kubeconfig', file)
    }
    const found = await discover(authority.root)
    expect(found).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('a.example.com') })
    expect(new Set(cluster.requests.map(({ client }) => client))).toEqual(new Set(['lapwing']))
    const count = cluster.requests.length
    for (const refused of [await discover(createAuthority('Another root').root), await discover(authority.root, '')])
      expect([refused.code, refused.stdout]).toEqual([5, ''])
    expect(cluster.requests).toHaveLength(count)
    expect(found.stdout + (await discover(authority.root)).stderr).not.toContain('PRIVATE KEY')
  })

  it('logs in as the account of a pod, with the token that is there now', async () => {
    const authority = createAuthority()
    const cluster = await secureCluster(authority, false)
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    const { hostname, port } = new URL(cluster.url)
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }
    const account = (file: string, text: string): void => writeFileSync(join(folder.path, file), text)
    account('ca.crt', authority.root)
    account('token', 'first\n')
    const read = async () => {
      const objects = discoverObjects(await clusterOf({}, env, folder.path), {
        kinds: kinds.filter(({ name }) => name === 'ingresses'),
        namespace: 'shop',
        all: false,
      })
      const { signal } = new AbortController()
      const { monitors } = await objects.read(signal)
      account('token', 'second')
      await objects.read(signal)
      return monitors.map(({ target }) => target)
    }
    expect(await read()).toEqual(['http://a.example.com/'])
    expect(cluster.requests.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second'])
    expect(cluster.requests[0]!.path).toMatch(/^\/apis\/networking\.k8s\.io\/v1\/namespaces\/shop\/ingresses\?/)
    account('ca.crt', createAuthority('Another root').root)
    await expect(read()).rejects.toThrow(/Couldn't read https:.*(CERT|SIGNATURE)/)
    // A kubeconfig that somebody names wins over the account of the pod.
    await expect(clusterOf({ kubeconfig: join(folder.path, 'none') }, env, folder.path)).rejects.toThrow('none')
  })

  it('watches with bookmarks, goes on after the end of a stream, and reads again after 410', async () => {
    const cluster = await startKubernetesApi({ without: ['httproutes'] })
    cluster.put('ingresses', ingress('a', { rules: [rule('a.example.com', '/')] }))
    const objects = discoverObjects({ url: cluster.url }, { kinds, namespace: undefined, all: false })
    const watched = watch(app(), objects)
    const key = (name: string) => `ingress.shop.${name}.${name}.example.com`
    await watched.until(async () => (await watched.keys()).includes(key('a')) && cluster.watchers() === 2)
    const lists = () => cluster.requests.filter(({ path }) => !path.includes('watch')).length
    const listed = lists()
    cluster.bookmark()
    // A stream that ended is opened again from the version of the bookmark, without a list.
    cluster.endWatches()
    const reopened = () => cluster.requests.filter(({ path }) => path.includes('resourceVersion=1101')).length
    await waitUntil(() => reopened() === 2 && cluster.watchers() === 2)
    expect(lists()).toBe(listed)
    cluster.put('ingresses', ingress('b', { rules: [rule('b.example.com', '/')] }))
    await watched.until(async () => (await watched.keys()).includes(key('b')) && cluster.watchers() === 2)
    cluster.compact()
    cluster.endWatches()
    cluster.put('ingresses', ingress('c', { rules: [rule('c.example.com', '/')] }))
    await watched.until(async () => (await watched.keys()).includes(key('c')) && cluster.watchers() === 2)
    const before = lists()
    cluster.expire()
    await watched.until(() => lists() > before && cluster.watchers() === 2)
    expect(watched.printed.stderr).toBe('')
  })
})

describe('--watch', () => {
  const start = async (options: Record<string, string | true> = {}, count = 3) => {
    const docker = await startDockerApi()
    docker.add(...many(1, count))
    const containers = discoverContainers(
      { url: 'http://localhost', socketPath: docker.socket },
      { host: undefined, all: false },
    )
    const watched = watch(app(), containers, options)
    await watched.until(async () => docker.readers() === 1)
    return { docker, watched }
  }

  it('creates at once, and deletes what is missing for longer than the grace period', async () => {
    const { docker, watched } = await start()
    expect(await watched.keys()).toEqual(['c1', 'c2', 'c3'])
    docker.add({ name: 'new', labels: to('new') })
    await watched.until(async () => (await watched.keys()).length === 4)
    // An upgrade replaces a container during the grace period.
    const begun = watched.clock.now().getTime()
    docker.remove('c1', 'c2')
    await watched.pass(300_000)
    expect(await watched.keys()).toHaveLength(4)
    docker.add({ name: 'c2', labels: to('c2') })
    await watched.until(async () => (await watched.keys()).length === 3, 60_000)
    await watched.until(() => watched.printed.stdout.split('\n').length === 4)
    expect(watched.clock.now().getTime() - begun).toBeGreaterThanOrEqual(600_000)
    expect(await watched.keys()).toEqual(['c2', 'c3', 'new'])
    expect(watched.printed.stderr).toBe('')
    const events = watched.printed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.map(({ created, deleted }: any) => [created, deleted])).toEqual([
      [3, 0],
      [1, 0],
      [0, 1],
    ])
  })

  it('keeps what vanished at once, if it is more than the limit', async () => {
    const { docker, watched } = await start({ grace: '5m' }, 40)
    docker.remove(...many(1, 39).map(({ name }) => name))
    await watched.until(() => watched.printed.stderr !== '', 60_000)
    expect(watched.printed.stderr).toMatch(
      /would delete 39 of 40 managed objects, and the limit is 10.*Until then, they are kept/,
    )
    expect(await watched.keys()).toHaveLength(40)
    // The others go on, and it is said once.
    docker.add({ name: 'new', labels: to('new') })
    await watched.until(async () => (await watched.keys()).length === 41)
  })

  it('deletes nothing if nothing is found, somebody made a mistake, or --keep says so', async () => {
    const { docker, watched } = await start({ grace: '1m' })
    const wait = async () => {
      await watched.pass(900_000)
      return watched.keys()
    }
    docker.remove('c1', 'c2', 'c3')
    expect(await wait()).toHaveLength(3)
    docker.add({ name: 'c3', labels: to('c3') }, { name: 'wrong', labels: { 'lapwing.intervall': '60' } })
    expect(await wait()).toHaveLength(3)
    expect(watched.printed.stderr).toBe(
      'lapwing: Left out: container wrong: lapwing.intervall: there is no such field. Did you mean interval?\n',
    )
    docker.remove('wrong')
    await watched.until(async () => (await watched.keys()).length === 1)
    const kept = await start({ grace: '1m', keep: true })
    kept.docker.remove('c1')
    await kept.watched.pass(900_000)
    expect(await kept.watched.keys()).toHaveLength(3)
  })

  it('leaves out what the server refuses, and goes on with the others', async () => {
    const { docker, watched } = await start()
    docker.add(
      { name: 'lost', labels: { ...to('lost'), 'lapwing.locations': 'atlantis' } },
      { name: 'new', labels: to('new') },
    )
    await watched.until(async () => (await watched.keys()).includes('new'))
    expect(watched.printed.stderr).toMatch(/Left out: monitors\[watch-\d+\.lost\]\.locations\[0\]: no location/)
    expect(await watched.keys()).toHaveLength(4)
  })

  it('survives restarts of Docker and of Lapwing, and changes nothing meanwhile', async () => {
    const { docker, watched } = await start({ grace: '1m' })
    docker.refuse(503)
    docker.restart()
    await watched.until(() => watched.printed.stderr.includes('Nothing changes until this works again'))
    await watched.pass(900_000)
    expect(await watched.keys()).toHaveLength(3)
    docker.refuse(200)
    docker.add({ name: 'new', labels: to('new') })
    await watched.until(() => watched.printed.stderr.includes('Works again.'))
    expect(await watched.keys()).toHaveLength(4)
    watched.moveLapwing(`http://127.0.0.1:${await freePort()}`)
    docker.add({ name: 'later', labels: to('later') })
    await watched.until(() => watched.printed.stderr.includes('Is LAPWING_URL right'))
    watched.moveLapwing(undefined)
    await watched.until(async () => (await watched.keys()).includes('later'))
  })

  it('never takes over a monitor that somebody created, whatever a label says', async () => {
    const own = await make(app(), { name: 'docker', target: 'https://own.example.com/' })
    await make(app(), { name: 'docker c1', target: 'https://own.example.com/' })
    const docker = await startDockerApi()
    docker.add({ name: 'c1', labels: { ...to('evil'), 'lapwing.name': 'docker' } })
    const containers = discoverContainers(
      { url: 'http://localhost', socketPath: docker.socket },
      { host: undefined, all: false },
    )
    const watched = watch(app(), containers)
    await watched.until(async () => (await watched.keys()).length === 1)
    expect((await app().get(`/monitors/${own.id}`)).body).toMatchObject({
      target: 'https://own.example.com/',
      managed: null,
    })
  })

  it('ends if the first round fails', async () => {
    const containers = discoverContainers(
      { url: 'http://localhost', socketPath: '/nowhere' },
      { host: undefined, all: false },
    )
    expect(await watch(app(), containers).ended).toBeInstanceOf(CommandError)
  })
})
