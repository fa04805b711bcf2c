// A stand-in of the Kubernetes API: lists in pages, and watches with resource versions, bookmarks and 410 Gone.
import { type RequestListener, type ServerResponse, createServer } from 'node:http'
import { type ServerOptions, createServer as createTlsServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { listening } from './listening.ts'

interface StandInObject {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly annotations?: Record<string, string>
  }
  readonly spec?: unknown
}

export interface KubernetesApi {
  readonly url: string
  readonly requests: {
    readonly path: string
    readonly authorization: string | undefined
    /** The name in the certificate of the client. */
    readonly client: string | undefined
  }[]
  /** Adds or replaces objects of a plural, such as `ingresses`, and sends events to those that watch it. */
  put(plural: string, ...objects: readonly StandInObject[]): void
  remove(plural: string, name: string): void
  bookmark(): void
  /** Forgets the past: whoever watches from an older version gets 410. */
  compact(): void
  /** Sends the error of an expired version to those that watch now, and ends the streams. */
  expire(): void
  /** Ends the streams as after timeoutSeconds. */
  endWatches(): void
  refuse(plural: string, status: number): void
  watchers(): number
}

const groups: Readonly<Record<string, string>> = {
  ingresses: '/apis/networking.k8s.io/v1',
  httproutes: '/apis/gateway.networking.k8s.io/v1',
  services: '/api/v1',
}
const kinds: Readonly<Record<string, string>> = { ingresses: 'Ingress', httproutes: 'HTTPRoute', services: 'Service' }

export async function startKubernetesApi({
  without = [] as readonly string[],
  maxPage = 500,
  tls = undefined as ServerOptions | undefined,
} = {}): Promise<KubernetesApi> {
  const objects = new Map<string, StandInObject>()
  const watchers = new Map<ServerResponse, string>()
  const refused = new Map<string, number>()
  const requests: KubernetesApi['requests'] = []
  let [version, oldest] = [1000, 0]
  const status = (code: number, reason: string, message: string) => ({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  })
  const respond: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://cluster')
    const client = tls && (request.socket as TLSSocket).getPeerCertificate().subject?.CN
    requests.push({ path: request.url!, authorization: request.headers.authorization, client: client?.toString() })
    const [plural = '', namespace] = pathname.match(/(?<=namespaces\/)[^/]+|[^/]+$/g)!.toReversed()
    const send = (code: number, body: object): void =>
      void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!pathname.startsWith(groups[plural] ?? 'none') || without.includes(plural))
      return send(404, status(404, 'NotFound', 'the server could not find the requested resource'))
    const code = refused.get(plural)
    if (code !== undefined)
      return send(code, status(code, 'Forbidden', `${plural} is forbidden: User "lapwing" cannot list resource`))
    if (searchParams.has('watch')) {
      if (Number(searchParams.get('resourceVersion')) < oldest)
        return send(410, status(410, 'Expired', 'too old resource version'))
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
      watchers.set(response, plural)
      return void response.on('close', () => watchers.delete(response))
    }
    const all = [...objects]
      .filter(([key, { metadata }]) => key.startsWith(`${plural} `) && (!namespace || metadata.namespace === namespace))
      .map(([, object]) => object)
    const [start, limit] = [
      Number(searchParams.get('continue') ?? 0),
      Math.min(Number(searchParams.get('limit')), maxPage),
    ]
    const next = start + limit < all.length ? { continue: String(start + limit) } : {}
    send(200, {
      kind: `${kinds[plural]}List`,
      apiVersion: groups[plural]!.replace(/^\/apis?\//, ''),
      metadata: { resourceVersion: String(version), ...next },
      items: all.slice(start, start + limit),
    })
  }
  const server = tls ? createTlsServer(tls, respond) : createServer(respond)
  const send = (type: string, plural: string, object: object): void => {
    for (const [watcher, watched] of watchers)
      if (watched === plural) watcher.write(`${JSON.stringify({ type, object })}\n`)
  }
  const versioned = (object: StandInObject) => ({
    ...object,
    metadata: { ...object.metadata, uid: `uid-${object.metadata.name}`, resourceVersion: String(++version) },
  })
  const endWatches = (): void => {
    for (const watcher of watchers.keys()) watcher.end()
    watchers.clear()
  }
  const port = await listening(server)
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    put(plural, ...added) {
      for (const object of added) {
        const key = `${plural} ${object.metadata.namespace}/${object.metadata.name}`
        send(objects.has(key) ? 'MODIFIED' : 'ADDED', plural, versioned(object))
        objects.set(key, object)
      }
    },
    remove(plural, name) {
      for (const [key, object] of objects)
        if (key.startsWith(`${plural} `) && key.endsWith(`/${name}`)) {
          objects.delete(key)
          send('DELETED', plural, versioned(object))
        }
    },
    bookmark() {
      version += 100
      for (const plural of Object.keys(groups))
        send('BOOKMARK', plural, { kind: kinds[plural], metadata: { resourceVersion: String(version) } })
    },
    compact: () => void (oldest = version),
    expire() {
      for (const plural of Object.keys(groups))
        send('ERROR', plural, status(410, 'Expired', 'too old resource version'))
      endWatches()
    },
    endWatches,
    refuse: (plural, code) => void (code === 200 ? refused.delete(plural) : refused.set(plural, code)),
    watchers: () => watchers.size,
  }
}
