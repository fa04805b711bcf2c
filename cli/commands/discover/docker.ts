// Containers of Docker or Podman, by their labels. Stopped containers stay: somebody wants to hear that they are down.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type ApiAddress, getJson, nameOf, streamJson } from '../../discover/api.ts'
import { discoverCommand } from '../../discover/command.ts'
import { type Discoverer, merged } from '../../discover/discovery.ts'
import { type DerivedTarget, type LabelFields, monitorsOf, webTarget } from '../../discover/labels.ts'
import { readFile } from '../../document.ts'
import { CommandError, UsageError } from '../../exit-codes.ts'

export const command = discoverCommand({
  description: 'Reads labels such as lapwing.enable=true from the socket of Docker or Podman, or from DOCKER_HOST.',
  options: {
    from: {
      help: 'Socket or address, such as unix:///var/run/docker.sock or tcp://docker.example.com:2376',
      value: 'ADDRESS',
    },
    'cert-path': {
      help: 'Folder with ca.pem, cert.pem and key.pem for TLS, instead of DOCKER_CERT_PATH',
      value: 'FOLDER',
    },
    host: { help: 'Under which name this host is reached, for containers that publish a port', value: 'NAME' },
    all: {
      help: 'Also containers without labels of Lapwing that Traefik routes to, or that publish a port with --host',
    },
  },
  example: 'discover docker --watch',
  source: 'discovery/docker',
  open: ({ options }) =>
    discoverContainers(addressOf(options as Record<string, string | undefined>), {
      host: options['host'] as string | undefined,
      all: options['all'] === true,
    }),
})

interface ListedContainer {
  readonly Id: string
  readonly Names?: readonly string[]
  readonly State?: string
  readonly Labels?: Readonly<Record<string, string>> | null
  readonly Ports?:
    | readonly {
        readonly IP?: string
        readonly PrivatePort: number
        readonly PublicPort?: number
        readonly Type: string
      }[]
    | null
}

interface ContainerWishes {
  /** The name of the host of published ports. */
  readonly host: string | undefined
  readonly all: boolean
}

/** What creates, removes or renames a container; the others only change how it does. */
const events = ['create', 'destroy', 'remove', 'rename']

export function discoverContainers(api: ApiAddress, wishes: ContainerWishes): Discoverer {
  let since = 0
  return {
    async read(signal) {
      const { data, headers } = await getJson(api, '/containers/json?all=1', signal)
      if (!Array.isArray(data)) throw new CommandError(`${nameOf(api)}: is not the API of Docker.`)
      // By the clock of Docker, so that nothing is missed between the list and the events.
      since = Math.floor((Date.parse(headers.date ?? '') || Date.now()) / 1000)
      return merged((data as ListedContainer[]).map((container) => readContainer(container, wishes)))
    },
    async changed(signal) {
      const filters = encodeURIComponent(JSON.stringify({ type: ['container'] }))
      for await (const { Action: action = '' } of streamJson(api, `/events?since=${since}&filters=${filters}`, signal))
        if (events.includes(action)) return
      throw new CommandError(`${nameOf(api)} ended the stream of events.`)
    },
  }
}

function readContainer({ Id, Names, State, Labels, Ports }: ListedContainer, { host, all }: ContainerWishes) {
  const labels = Labels ?? {}
  const name = Names?.[0]?.replace(/^\//, '') || Id.slice(0, 12)
  // Replicas of one service are one monitor, and a container that replaces another keeps it.
  const [project, service] = [labels['com.docker.compose.project'], labels['com.docker.compose.service']]
  const swarm = labels['com.docker.swarm.service.name']
  const key = project && service ? [project, service] : [swarm ?? name]
  const derive = (fields: LabelFields): readonly DerivedTarget[] | string => {
    const routed = routedTargets(labels, fields)
    if (routed.length > 0) return routed
    const isReached = (ip = ''): boolean => !isLocal(ip) || isLocal(host ?? '')
    const ports = (Ports ?? []).filter(({ Type, PublicPort, IP }) => Type === 'tcp' && PublicPort && isReached(IP))
    const port = ports
      .filter(({ PrivatePort }) => fields.port === undefined || fields.port === String(PrivatePort))
      .toSorted((a, b) => a.PrivatePort - b.PrivatePort || a.PublicPort! - b.PublicPort!)[0]?.PublicPort
    if (port === undefined && State !== 'running') return 'is required: the ports of a stopped container are unknown'
    if (port === undefined) return 'is required: the container publishes no such port, and Traefik has no host for it'
    if (host === undefined) return `is required, or --host with the name of this host, whose port ${port} is published`
    const named = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const isWeb = fields.type === undefined || fields.type === 'http'
    return [
      isWeb ? { type: 'http', target: `http://${named}${fields.path ?? '/'}` } : { type: fields.type!, target: named },
    ]
  }
  return monitorsOf({ place: `container ${name}`, key, name: key.join(' '), labels, derive }, all)
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The hosts in the rules of Traefik's routers. */
function routedTargets(labels: Readonly<Record<string, string>>, { path }: LabelFields): DerivedTarget[] {
  const targets = Object.entries(labels).flatMap(([label, rule]) => {
    const router = /^traefik\.http\.routers\.([^.]+)\.rule$/.exec(label)?.[1]
    if (router === undefined || labels['traefik.enable'] === 'false' || rule.length > 4096) return []
    const option = (name: string): string => labels[`traefik.http.routers.${router}.${name}`] ?? ''
    const isSecure =
      option('tls') === 'true' || option('tls.certresolver') !== '' || /secure|https|443/.test(option('entrypoints'))
    const hosts = [...rule.matchAll(/(?<!!|\w)Host\(([^()]*)\)/g)].flatMap(([, list]) => quoted(list!))
    const routed = /(?<!!|\w)Path(?:Prefix)?\(([^()]*)\)/.exec(rule)?.[1]
    const usual = quoted(routed ?? '').find((one) => /^\/[^\s?#{}]*$/.test(one))
    return hosts
      .filter((one) => /^[a-z0-9.-]+$/i.test(one))
      .map((one) => webTarget(isSecure ? 'https' : 'http', one.toLowerCase(), path ?? usual))
  })
  return [...Map.groupBy(targets, ({ host }) => host).values()].map((same) => same.toSorted(byFitness)[0]!)
}

/** Of the routers that serve one host, a secure one with a short path. */
const byFitness = ({ target: a }: DerivedTarget, { target: b }: DerivedTarget): number =>
  Number(b.startsWith('https:')) - Number(a.startsWith('https:')) || a.length - b.length || (a < b ? -1 : 1)

const quoted = (list: string): string[] => [...list.matchAll(/[`"']([^`"']*)[`"']/g)].map(([, text]) => text!)

const usualSockets = [
  '/var/run/docker.sock',
  join(homedir(), '.docker/run/docker.sock'),
  `/run/user/${process.getuid?.() ?? 0}/podman/podman.sock`,
  '/run/podman/podman.sock',
]

function addressOf(options: Record<string, string | undefined>): ApiAddress {
  const { DOCKER_HOST, DOCKER_CERT_PATH, DOCKER_TLS_VERIFY } = process.env
  const from =
    options['from'] ?? (DOCKER_HOST || `unix://${usualSockets.find((path) => existsSync(path)) ?? usualSockets[0]}`)
  if (from.startsWith('unix://') || from.startsWith('/'))
    return { url: 'http://localhost', socketPath: from.replace(/^unix:\/\//, '') }
  const url = URL.parse(from)
  if (!url || !['tcp:', 'http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw new UsageError(`${from}: must be unix:///path, tcp://host:port or https://host:port (--from or DOCKER_HOST).`)
  const folder =
    options['cert-path'] ?? (DOCKER_TLS_VERIFY ? (DOCKER_CERT_PATH ?? join(homedir(), '.docker')) : undefined)
  const isSecure = folder !== undefined || url.protocol === 'https:'
  const read = (name: string): string => readFile(join(folder!, name))
  return {
    url: `${isSecure ? 'https' : 'http'}://${url.host || from.replace(/^tcp:\/\//, '')}`,
    ...(folder !== undefined && { tls: { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') } }),
  }
}
