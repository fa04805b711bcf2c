import { once } from 'node:events'
import { type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, get } from 'node:https'
import { text } from 'node:stream/consumers'
import { startGrpc } from '../../test/kit/servers/grpc.ts'
import { type Entry, certificate, patienceMs, root, startPages, trustIn } from './entry.ts'

let agent: Agent | undefined

async function read(target: string, root: string | undefined): Promise<string> {
  agent ??= new Agent({ keepAlive: false, maxCachedSessions: 0, secureContext: trustIn(root) })
  const [response] = (await once(get(target, { agent, timeout: patienceMs }), 'response')) as [IncomingMessage]
  return text(response)
}

const metrics = Array.from({ length: 1000 }, (_none, n) => `requests_total{path="/page/${n}",code="200"} ${n}\n`)
const container = {
  Id: '4d6feeecb925'.padEnd(64, '0'),
  Name: '/shop',
  State: { Status: 'running', ExitCode: 0 },
  RestartCount: 0,
}

export const services: readonly Entry[] = [
  {
    name: 'prometheus',
    missing: null,
    async open() {
      const pages = { '/metrics': { type: 'text/plain', body: `${metrics.join('')}queue_length 3\n` } }
      const { origin, stop } = await startPages(pages)
      return { target: `${origin}/metrics`, config: { selector: 'queue_length' }, root, stop }
    },
    async bare({ target, root }) {
      if (!/^queue_length (\d+)$/m.test(await read(target, root))) throw new Error('no sample')
    },
  },
  {
    name: 'grpc',
    missing: null,
    async open() {
      const { port, stop } = await startGrpc({ health: { '': 'SERVING' }, certificate })
      return { target: `grpcs://127.0.0.1:${port}`, config: {}, root, stop: async () => stop() }
    },
    async bare({ target, root }) {
      const session = connectHttp2(target.replace('grpcs', 'https'), { secureContext: trustIn(root) })
      const stream = session.request({
        ':method': 'POST',
        ':path': '/grpc.health.v1.Health/Check',
        'content-type': 'application/grpc',
        te: 'trailers',
      })
      stream.end(Buffer.alloc(5))
      const [trailers] = (await Promise.all([once(stream, 'trailers'), once(stream.resume(), 'end')]))[0] as [object]
      if (!('grpc-status' in trailers)) throw new Error('no status')
      session.close()
      await once(session, 'close')
    },
  },
  {
    name: 'docker',
    missing: null,
    async open() {
      const page = { type: 'application/json', body: JSON.stringify(container) }
      const { origin, stop } = await startPages({ '/containers/shop/json': page })
      return { target: origin, config: { container: 'shop', measureLoad: false }, root, stop }
    },
    async bare({ target, root }) {
      if (JSON.parse(await read(`${target}/containers/shop/json`, root)).State.Status !== 'running')
        throw new Error('it does not run')
    },
  },
]
