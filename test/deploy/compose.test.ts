import { describe, expect, it } from 'vitest'
import { image, read, readYaml, unknownSettings } from './files.ts'

interface ComposeService {
  readonly image: string
  readonly environment: Record<string, string>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly restart?: string
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] }
  readonly depends_on?: Record<string, { readonly condition: string }>
  readonly deploy?: { readonly replicas: number }
}

interface ComposeFile {
  readonly services: Record<string, ComposeService>
  readonly secrets?: Record<string, { readonly file: string }>
  readonly volumes?: Record<string, unknown>
}

const file = (name: string): string => `deploy/compose/${name}.yaml`
const compose = (name: string): ComposeFile => readYaml(file(name))

describe.each(['embedded', 'replicas'])('%s.yaml', (name) => {
  const { services, secrets = {}, volumes = {} } = compose(name)
  const ours = Object.values(services).filter((service) => service.image === image)

  it('runs this release on a read-only file system, without capabilities it does not need', () => {
    expect(ours.length).toBeGreaterThan(0)
    for (const service of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' })
      const writable = [...(service.tmpfs ?? []), ...(service.volumes ?? []).map((mount) => mount.split(':')[1]!)]
      for (const folder of ['/tmp', '/data']) expect(writable.some((mount) => mount.startsWith(folder))).toBe(true)
    }
  })

  it('uses settings, secrets and volumes that exist', () => {
    expect(unknownSettings(read(file(name)))).toEqual([])
    for (const service of Object.values(services)) {
      const files = Object.values(service.environment).filter((value) => value.startsWith('/run/secrets/'))
      expect(files.map((path) => path.replace('/run/secrets/', '')).toSorted()).toEqual(
        (service.secrets ?? []).toSorted(),
      )
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret)
      for (const mount of service.volumes ?? []) expect(volumes).toHaveProperty(mount.split(':')[0]!)
    }
  })

  it('publishes the port of the image on this machine only', () => {
    expect(ours.flatMap(({ ports = [] }) => ports)).toEqual(['127.0.0.1:8080:8080'])
  })
})

it('replicas.yaml has two probers, every role, and starts them after the database', () => {
  const { server, prober, postgres } = compose('replicas').services
  expect(prober).toMatchObject({ deploy: { replicas: 2 }, healthcheck: { disable: true } })
  const roles = [server, prober].flatMap((service) => service!.environment['LAPWING_ROLES']!.split(','))
  expect(roles.toSorted()).toEqual(['housekeeper', 'notifier', 'prober', 'server'])
  expect(server!.healthcheck).toBeUndefined()
  expect(postgres!.healthcheck?.test).toContain('pg_isready')
  for (const service of [server, prober])
    expect(service!.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
})

it('the documentation creates the secrets that replicas.yaml reads, where Git ignores them', () => {
  const docs = read('docs/containers.md')
  const { secrets = {} } = compose('replicas')
  for (const { file: path } of Object.values(secrets)) expect(docs).toContain(path.replace('./secrets/', ''))
  expect(read('.gitignore')).toContain('/deploy/compose/secrets/\n')
})
