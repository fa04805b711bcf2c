// The proxy of a box, on a socket. Each name is resolved here and each address checked against the policy, at every
// request, including redirects, WebSockets and names whose addresses change.
import { chmod } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer, request as openRequest } from 'node:http'
import { join } from 'node:path'
import { type Duplex, Transform, pipeline } from 'node:stream'
import { TargetDown } from '../domain/outcome.ts'
import type { Net } from '../net/index.ts'

export interface WayOut {
  /** The path of the socket. */
  readonly path: string
  close(): Promise<void>
}

interface WayOutParts {
  readonly folder: string
  readonly net: Net
  readonly signal: AbortSignal
}

const maxConnections = 256
const maxBytes = 500 * 1024 * 1024
const maxHeaderBytes = 64 * 1024

export async function openWayOut({ folder, net, signal }: WayOutParts): Promise<WayOut> {
  const path = join(folder, 'out')
  const meter = createMeter()
  const passing = new Set<Duplex>()
  const keep = <S extends Duplex>(stream: S): S => {
    passing.add(stream)
    stream.once('close', () => passing.delete(stream))
    return stream.on('error', ignore)
  }
  const dial: Dial = async (host, port) => {
    const { socket } = await net.connect({ host, port, ipVersion: 'any', signal })
    if (signal.aborted) socket.destroy()
    return keep(socket)
  }
  const server = createServer({ maxHeaderSize: maxHeaderBytes, insecureHTTPParser: true, requestTimeout: 0 })
  server.maxConnections = maxConnections
  server.on('connection', keep)
  server.on('clientError', (_, socket) => socket.destroy())
  server.on('request', (request, answer) => void forward(request, answer, { dial, meter }))
  server.on('connect', (request, client, head) => void tunnel(request, client, { dial, meter, head }))
  server.on('upgrade', (_, client) => client.end(refusal('ask for a tunnel with CONNECT')))
  server.listen(path)
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  // The user in the box is another one; outside, nobody else may enter the folder.
  await chmod(path, 0o666)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        for (const stream of passing) stream.destroy()
        server.close(() => resolve())
      }),
  }
}

type Dial = (host: string, port: number) => Promise<Duplex>
type Meter = () => Transform

interface Outside {
  readonly dial: Dial
  readonly meter: Meter
}

async function tunnel(
  request: IncomingMessage,
  client: Duplex,
  { dial, meter, head }: Outside & { head: Buffer },
): Promise<void> {
  const [, host = '', port = ''] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(request.url ?? '') ?? []
  try {
    const target = await dial(host, Number(port))
    if (client.destroyed) return void target.destroy()
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    target.write(head)
    pipeline(client, meter(), target, ignore)
    pipeline(target, meter(), client, ignore)
  } catch (error) {
    client.end(refusal(sentence(error)))
  }
}

async function forward(request: IncomingMessage, answer: ServerResponse, { dial, meter }: Outside): Promise<void> {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url!) : undefined
  if (url?.protocol !== 'http:') return fail(answer, 400, 'This is a proxy: ask for an http:// address.')
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const socket = await dial(host, Number(url.port || 80))
    const onward = openRequest({
      createConnection: () => socket,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: [...endToEnd(request.rawHeaders, ['host']), 'host', url.host, 'connection', 'close'],
      insecureHTTPParser: true,
      maxHeaderSize: 4 * maxHeaderBytes,
    })
    onward.once('error', (error) => fail(answer, 502, sentence(error)))
    onward.once('response', (got) => {
      answer.writeHead(got.statusCode!, got.statusMessage, endToEnd(got.rawHeaders))
      pipeline(got, meter(), answer, ignore)
    })
    answer.once('close', () => socket.destroy())
    pipeline(request, meter(), onward, ignore)
  } catch (error) {
    fail(answer, 502, sentence(error))
  }
}

const betweenTwo = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection']
const perConnection = new Set([...betweenTwo, 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/** Names and values in turn, without hop-by-hop headers. */
function endToEnd(raw: readonly string[], without: readonly string[] = []): string[] {
  const isKept = (name: string): boolean => !perConnection.has(name) && !without.includes(name)
  return raw.filter((_, index) => isKept(raw[index - (index % 2)]!.toLowerCase()))
}

function fail(answer: ServerResponse, status: number, why: string): void {
  if (answer.headersSent) return void answer.destroy()
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...reason(why) }).end(`${why}\n`)
}

function refusal(why: string): string {
  const [[name, value] = []] = Object.entries(reason(why))
  return `HTTP/1.1 502 Bad Gateway\r\n${name}: ${value}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
}

/** RFC 9209, so that a program can report why a page did not load. */
function reason(why: string): Record<string, string> {
  return { 'proxy-status': `lapwing; details="${why.replace(/[^\x20-\x7e]|["\\]/g, ' ').slice(0, 300)}"` }
}

function sentence(error: unknown): string {
  return error instanceof TargetDown || error instanceof Error ? error.message : String(error)
}

/** Counts the bytes of all connections, in both directions. */
function createMeter(): Meter {
  let left = maxBytes
  return () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        left -= chunk.length
        done(left < 0 ? new Error('more was sent than one check may') : null, chunk)
      },
    })
}

function ignore(): void {}
