// A stand-in of the Docker Engine API (1.47) on a socket: the list of containers and the stream of events.
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newFolder } from '../files.ts'

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
}

export interface DockerApi {
  readonly socket: string
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

export async function startDockerApi(): Promise<DockerApi> {
  const folder = newFolder()
  const socket = join(folder.path, 'docker.sock')
  const containers = new Map<string, StandInContainer>()
  const readers = new Set<ServerResponse>()
  const requests: string[] = []
  let refusal = 200
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://docker')
    requests.push(request.url!)
    response.setHeader('Api-Version', '1.47').setHeader('Content-Type', 'application/json')
    if (refusal !== 200) return void response.writeHead(refusal).end(JSON.stringify({ message: 'no permission' }))
    if (pathname === '/containers/json')
      return void response.end(JSON.stringify([...containers.values()].map(summaryOf)))
    if (pathname !== '/events') return void response.writeHead(404).end(JSON.stringify({ message: 'page not found' }))
    readers.add(response)
    response.on('close', () => readers.delete(response))
  })
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
  server.listen(socket)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    folder.remove()
  })
  return {
    socket,
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
