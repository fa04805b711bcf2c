// The manifests that `npm run chart` renders from the Helm chart. Here they are read; CI renders them again, and
// validates them for each supported version of Kubernetes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
// @ts-expect-error: set-up is JavaScript, because it runs before anything is installed.
import { hashOfSources } from '../../scripts/setup/sources.mjs'
import { filesIn, image, read, readDocuments, readYaml, root, unknownSettings, version } from './files.ts'

type Labels = Record<string, string>

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Labels }
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spec: any
}

const files = filesIn('{deploy,test/deploy}/kubernetes/*.yaml')
const contains = (labels: Labels, selector: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)
const labelsOf = ({ spec }: Manifest): Labels => spec.template.metadata.labels
const settingsOf = ({ spec }: Manifest): Labels =>
  Object.fromEntries(spec.template.spec.containers[0].env.map(({ name, value }: Labels) => [name, value]))

describe('the chart', () => {
  const schema = JSON.parse(read('deploy/chart/values.schema.json'))
  const accepts = new Ajv({ allErrors: true, strict: false }).compile(schema)

  it('has the version of this release', () => {
    expect(readYaml('deploy/chart/Chart.yaml')).toMatchObject({ version, appVersion: version })
  })

  it('accepts its own values and those of its examples, and refuses others', () => {
    const values = readYaml<Record<string, object>>('deploy/chart/values.yaml')
    const { secrets } = values
    for (const file of [
      'values.yaml',
      ...filesIn('deploy/chart/examples/*').map((path) => `examples/${path.split('/').at(-1)}`),
    ]) {
      const given = readYaml<Record<string, object>>(join('deploy/chart', file))
      accepts({ ...given, secrets: { ...secrets, ...given['secrets'] } })
      expect(accepts.errors, file).toBeNull()
    }
    expect(Object.keys(schema.properties).toSorted()).toEqual([...Object.keys(values), 'global'].toSorted())
    const wrong = [
      { sever: {} },
      { settings: { LAPWING_ROLES: 'server' } },
      { secrets: {} },
      { server: { replicas: -1 } },
    ]
    for (const one of wrong) expect(accepts({ ...values, ...one }), JSON.stringify(one)).toBe(false)
  })

  it('has the lines that the release pipeline fills in', () => {
    const values = read('deploy/chart/values.yaml')
    const workflow = read('.github/workflows/release.yml')
    for (const line of ['  repository: lapwing', "  digest: ''"]) {
      expect(values.split('\n').filter((one) => one === line)).toHaveLength(1)
      expect(workflow).toContain(`s|^${line}$|`)
    }
  })
})

describe.each(files)('%s', (file) => {
  const manifests = readDocuments<Manifest>(file)
  const of = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind)
  const deployments = of('Deployment')
  const isOf = (component: string) => (one: Manifest) =>
    one.metadata.labels['app.kubernetes.io/component'] === component
  const server = deployments.find(isOf('server'))

  it('is rendered from this chart: run `npm run chart` if not', () => {
    expect(read(file)).toContain(`\n# Sources: ${hashOfSources(root, ['deploy/chart'])}\n`)
  })

  it('uses settings that exist', () => {
    expect(unknownSettings(read(file))).toEqual([])
  })

  it('selects the pods of one deployment with every selector', () => {
    const selectors: Labels[] = [
      ...of('Service').map(({ spec }) => spec.selector),
      ...of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...of('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
      ...deployments.map(({ spec }) => spec.selector.matchLabels),
      ...deployments.map(({ spec }) => spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels),
    ]
    expect(selectors).toHaveLength(4 * deployments.length + of('Service').length)
    for (const selector of selectors)
      expect(deployments.filter((one) => contains(labelsOf(one), selector))).toHaveLength(1)
  })

  it('has every role once, and leads requests to the servers', () => {
    const roles = deployments.flatMap((one) => settingsOf(one)['LAPWING_ROLES']?.split(',') ?? [])
    expect(roles.toSorted()).toEqual(server ? ['housekeeper', 'notifier', 'prober', 'server'] : [])
    const [service] = of('Service')
    const [{ ports, livenessProbe, readinessProbe, startupProbe }] = server?.spec.template.spec.containers ?? [{}]
    for (const probe of server ? [livenessProbe, readinessProbe, startupProbe] : [])
      expect(probe.httpGet).toEqual({ path: '/healthz', port: 'http' })
    if (server) expect(ports).toEqual([{ name: service!.spec.ports[0].targetPort, containerPort: 8080 }])
    expect(deployments.filter((one) => one.spec.template.spec.containers[0].ports)).toEqual(server ? [server] : [])
    for (const { spec } of of('Ingress'))
      for (const { http } of spec.rules)
        expect(http.paths[0].backend.service).toEqual({ name: service!.metadata.name, port: { name: 'http' } })
  })

  it.each(deployments.map((one) => [one.metadata.name, one] as const))('%s runs as the image does', (_name, one) => {
    const pod = one.spec.template.spec
    const [container] = pod.containers
    const user = /^USER (\d+):(\d+)$/m.exec(read('Dockerfile'))!.slice(1).map(Number)
    expect([pod.securityContext.runAsUser, pod.securityContext.runAsGroup]).toEqual(user)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    expect(container.image === image || /@sha256:[0-9a-f]{64}$/.test(container.image)).toBe(true)
  })

  it.each(deployments.map((one) => [one.metadata.name, one] as const))(
    '%s mounts what it reads and writes',
    (_, one) => {
      const pod = one.spec.template.spec
      const [container] = pod.containers
      const mounts: Labels[] = container.volumeMounts
      expect(mounts.slice(0, 3).map(({ mountPath }) => mountPath)).toEqual(['/run/secrets/lapwing', '/data', '/tmp'])
      expect(mounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }: Labels) => name))
      // Kubernetes reads this number as octal.
      expect(pod.volumes[0].projected.defaultMode).toBe(0o440)
      const mounted: string[] = pod.volumes[0].projected.sources.map(
        ({ secret }: { secret: { items: Labels[] } }) => `/run/secrets/lapwing/${secret.items[0]!['path']}`,
      )
      const values = [...Object.values(settingsOf(one)), ...((container.args as string[]) ?? [])]
      expect(values.filter((value) => value.startsWith('/run/')).toSorted()).toEqual(mounted.toSorted())
    },
  )
})

it('a ServiceMonitor finds the servers, with the token that they have', () => {
  const manifests = readDocuments<Manifest>('test/deploy/kubernetes/everything.yaml')
  const of = (kind: string): Manifest => manifests.find((one) => one.kind === kind)!
  const { selector, endpoints } = of('ServiceMonitor').spec
  expect(contains(of('Service').metadata.labels, selector.matchLabels)).toBe(true)
  const { name, key } = endpoints[0].authorization.credentials
  const server = manifests.find(
    (one) => one.kind === 'Deployment' && contains(labelsOf(one), of('Service').spec.selector),
  )
  expect(server!.spec.template.spec.volumes[0].projected.sources).toContainEqual({
    secret: { name, items: [{ key, path: 'LAPWING_METRICS_TOKEN' }] },
  })
})

it('the plain manifests meet the restricted Pod Security Standard', () => {
  const restricted = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  }
  const plain = filesIn('deploy/kubernetes/*.yaml').flatMap((file) => readDocuments<Manifest>(file))
  const contexts = plain.flatMap(({ spec }) => spec.template?.spec.containers[0].securityContext ?? [])
  expect(contexts).toEqual([restricted, restricted, restricted])
})

it('the documentation creates the secrets that the chart reads', () => {
  const { existingSecret, secrets } = readYaml<{ existingSecret: string; secrets: Record<string, Labels> }>(
    'deploy/chart/values.yaml',
  )
  const docs = readFileSync(join(root, 'docs/kubernetes.md'), 'utf8')
  expect(docs).toContain(`create secret generic ${existingSecret} `)
  for (const { key } of Object.values(secrets)) expect(docs).toContain(`--from-file=${key}=`)
})
