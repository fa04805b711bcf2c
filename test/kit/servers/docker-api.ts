// A stand-in of the Docker Engine API (1.47) on a socket, or a port with TLS: containers, their load, and the stream of
// events.
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../checks/certificates.ts'
import { newFolder } from '../files.ts'
import { listening } from './listening.ts'

interface PublishedPort {
  readonly IP?: string
  readonly PrivatePort: number
  readonly PublicPort?: number
  readonly Type: 'tcp' | 'udp'
}

interface StandInContainer {
  readonly name: string
  readonly labels?: Record<string, string>
  readonly ports?: readonly PublishedPort[]
  readonly state?: 'running' | 'exited'
  readonly exitCode?: number
  readonly restarts?: number
  readonly restartPolicy?: string
  readonly health?: 'healthy' | 'unhealthy' | 'starting'
  /** Shares of a CPU and of its memory, which is a gigabyte. */
  readonly load?: { readonly cpu: number; readonly memory: number }
}

export interface DockerApi {
  readonly socket: string
  /** With a certificate, its address. */
  readonly origin: string | null
  /** What was requested, such as `/containers/json?all=1`. */
  readonly requests: string[]
  /** Answers everything with this status from now on; 200 ends that. */
  refuse(status: number): void
  add(...containers: readonly StandInContainer[]): void
  remove(...names: readonly string[]): void
  /** Ends the streams of events, as a restart of Docker does. */
  restart(): void
  /** How many are reading events. */
  readers(): number
}

const idOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)

/** As in `ContainerSummary` of the description of the API. */
const summaryOf = ({ name, labels = {}, ports = [], state = 'running' }: StandInContainer) => ({
  Id: idOf(name),
  Names: [`/${name}`],
  Image: 'registry.example/shop:1.4',
  ImageID: `sha256:${idOf('image')}`,
  Command: "/docker-entrypoint.sh nginx -g 'daemon off;'",
  Created: 1_772_366_400,
  Ports: ports,
  Labels: labels,
  State: state,
  Status: state === 'running' ? 'Up 2 hours (healthy)' : 'Exited (137) 3 minutes ago',
  HostConfig: { NetworkMode: 'shop_default' },
  NetworkSettings: { Networks: { shop_default: { IPAddress: '172.18.0.4', NetworkID: idOf('network') } } },
  Mounts: [],
})

/** As in `ContainerInspectResponse`, as far as monitors read it. */
const inspected = (container: StandInContainer) => {
  const { name, state = 'running', exitCode = 0, restarts = 0, restartPolicy = 'no', health } = container
  const log = [{ Start: '2026-03-01T12:00:00Z', ExitCode: 1, Output: 'connection to the database refused\n' }]
  return {
    Id: idOf(name),
    Name: `/${name}`,
    State: {
      Status: state,
      Running: state === 'running',
      ExitCode: exitCode,
      ...(health && { Health: { Status: health, FailingStreak: 3, Log: log } }),
    },
    RestartCount: restarts,
    HostConfig: { RestartPolicy: { Name: restartPolicy, MaximumRetryCount: 0 } },
    Config: { Env: ['PASSWORD=hunter2'], Labels: container.labels ?? {} },
  }
}

/** As in `ContainerStatsResponse`, with cgroup v2 and two CPUs. */
const statsOf = ({ load, state = 'running' }: StandInContainer) => {
  if (!load || state !== 'running') return { cpu_stats: { cpu_usage: { total_usage: 0 } }, memory_stats: {} }
  const second = 1_000_000_000
  return {
    cpu_stats: {
      cpu_usage: { total_usage: 5 * second + load.cpu * second },
      system_cpu_usage: 102 * second,
      online_cpus: 2,
    },
    precpu_stats: { cpu_usage: { total_usage: 5 * second }, system_cpu_usage: 100 * second, online_cpus: 2 },
    memory_stats: { usage: load.memory * 2 ** 30 + 4096, stats: { inactive_file: 4096 }, limit: 2 ** 30 },
  }
}

/** The filter of labels that a request has. */
const labelled =
  (parameters: URLSearchParams) =>
  ({ labels = {} }: StandInContainer): boolean => {
    const { label = [] } = JSON.parse(parameters.get('filters') || '{}') as { label?: string[] }
    return label.every((one) => Object.entries(labels).some(([name, value]) => one === `${name}=${value}`))
  }

interface DockerApiOptions {
  readonly certificate?: Certificate
  /** PEM of the authority that signs certificates of clients. */
  readonly clientRoot?: string
}

export async function startDockerApi({ certificate, clientRoot }: DockerApiOptions = {}): Promise<DockerApi> {
  const folder = newFolder()
  const socket = join(folder.path, 'docker.sock')
  const containers = new Map<string, StandInContainer>()
  const readers = new Set<ServerResponse>()
  const requests: string[] = []
  let refusal = 200
  const respond: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://docker')
    requests.push(request.url!)
    response.setHeader('Api-Version', '1.47').setHeader('Content-Type', 'application/json')
    if (refusal !== 200) return void response.writeHead(refusal).end(JSON.stringify({ message: 'no permission' }))
    if (pathname === '/containers/json')
      return void response.end(JSON.stringify([...containers.values()].filter(labelled(searchParams)).map(summaryOf)))
    const [, name = '', what] = /^\/containers\/([^/]+)\/(json|stats)$/.exec(pathname) ?? []
    const container = containers.get(name) ?? [...containers.values()].find((one) => idOf(one.name).startsWith(name))
    if (what && !container)
      return void response.writeHead(404).end(JSON.stringify({ message: `No such container: ${name}` }))
    if (what) return void response.end(JSON.stringify((what === 'json' ? inspected : statsOf)(container!)))
    if (pathname !== '/events') return void response.writeHead(404).end(JSON.stringify({ message: 'page not found' }))
    readers.add(response)
    response.on('close', () => readers.delete(response))
  }
  const server = certificate
    ? createSecureServer({ ...certificate, ca: clientRoot, requestCert: clientRoot !== undefined }, respond)
    : createServer(respond)
  const publish = (action: string, name: string): void => {
    const attributes = { ...containers.get(name)?.labels, image: 'registry.example/shop:1.4', name }
    const event = {
      status: action,
      id: idOf(name),
      from: 'registry.example/shop:1.4',
      Type: 'container',
      Action: action,
      Actor: { ID: idOf(name), Attributes: attributes },
      scope: 'local',
      time: 1_772_366_400,
      timeNano: 1_772_366_400_000_000_000,
    }
    for (const reader of readers) reader.write(`${JSON.stringify(event)}\n`)
  }
  const origin = certificate ? `https://127.0.0.1:${await listening(server)}` : null
  if (!certificate) await once(server.listen(socket), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    folder.remove()
  })
  return {
    socket,
    origin,
    requests,
    refuse: (status) => void (refusal = status),
    add(...added) {
      for (const one of added) containers.set(one.name, one)
      for (const { name } of added) publish('create', name)
    },
    remove(...names) {
      for (const name of names) publish('destroy', name)
      for (const name of names) containers.delete(name)
    },
    restart: () => readers.forEach((reader) => reader.destroy()),
    readers: () => readers.size,
  }
}
