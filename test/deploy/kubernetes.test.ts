import { describe, expect, it } from 'vitest'
import { filesIn, image, read, readDocuments, unknownSettings } from './files.ts'

type Labels = Record<string, string>

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spec: any
  readonly data?: Record<string, string>
}

const files = filesIn('deploy/kubernetes/*.yaml')
const manifests = files.flatMap((file) => readDocuments<Manifest>(file))
const of = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind)
const deployments = of('Deployment')
const labelsOf = ({ spec }: Manifest): Labels => spec.template.metadata.labels
const contains = (labels: Labels, selector: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

it('uses settings that exist', () => {
  for (const file of files) expect(unknownSettings(read(file)), file).toEqual([])
})

it('selects the pods of one deployment with every selector', () => {
  const selectors: Labels[] = [
    ...of('Service').map(({ spec }) => spec.selector),
    ...of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...of('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ...deployments.map(({ spec }) => spec.selector.matchLabels),
    ...deployments.map(({ spec }) => spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels),
  ]
  expect(selectors).toHaveLength(9)
  for (const selector of selectors)
    expect(deployments.filter((one) => contains(labelsOf(one), selector))).toHaveLength(1)
})

it('has all roles, and leads requests to the servers', () => {
  const roles = deployments.map(({ spec }) => spec.template.spec.containers[0].env[0])
  expect(roles).toEqual([
    { name: 'LAPWING_ROLES', value: 'prober' },
    { name: 'LAPWING_ROLES', value: 'server,notifier,housekeeper' },
  ])
  const [service] = of('Service')
  const server = deployments.find((one) => contains(labelsOf(one), service!.spec.selector))!
  const [{ ports, livenessProbe, readinessProbe, startupProbe }] = server.spec.template.spec.containers
  expect(ports).toEqual([{ name: service!.spec.ports[0].targetPort, containerPort: 8080 }])
  for (const probe of [livenessProbe, readinessProbe, startupProbe])
    expect(probe.httpGet).toEqual({ path: '/healthz', port: 'http' })
  const [ingress] = of('Ingress')
  const { backend } = ingress!.spec.rules[0].http.paths[0]
  expect(backend.service).toEqual({ name: service!.metadata.name, port: { name: service!.spec.ports[0].name } })
})

describe.each(deployments.map((one) => [one.metadata.name, one] as const))('%s', (_name, { spec }) => {
  const pod = spec.template.spec
  const [container] = pod.containers

  it('is not confused by the variables of a service named lapwing', () => {
    expect(pod.enableServiceLinks).toBe(false)
  })

  it('runs this release as the user of the image, with the restricted Pod Security Standard', () => {
    expect(container.image).toBe(image)
    const user = /^USER (\d+):(\d+)$/m.exec(read('Dockerfile'))!.slice(1).map(Number)
    expect([pod.securityContext.runAsUser, pod.securityContext.runAsGroup]).toEqual(user)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod.automountServiceAccountToken).toBe(false)
  })

  it('mounts what it writes to, and the secrets that the documentation creates', () => {
    const paths: string[] = container.volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)
    expect(paths).toEqual(['/run/secrets/lapwing', '/data', '/tmp'])
    const secrets: string[] = container.env
      .filter(({ name }: { name: string }) => name.endsWith('_FILE'))
      .map(({ value }: { value: string }) => value.replace('/run/secrets/lapwing/', ''))
    expect(secrets).toEqual(['database-url', 'secret-key'])
    for (const key of secrets) expect(read('docs/kubernetes.md')).toContain(`--from-file=${key}=`)
    const names = pod.volumes.map((volume: { name: string }) => volume.name)
    expect(container.volumeMounts.map((mount: { name: string }) => mount.name)).toEqual(names)
    // Kubernetes reads this number as octal.
    expect(pod.volumes[0].secret).toEqual({ secretName: 'lapwing', defaultMode: 0o440 })
    expect(container.envFrom[0].configMapRef.name).toBe(of('ConfigMap')[0]!.metadata.name)
  })
})
