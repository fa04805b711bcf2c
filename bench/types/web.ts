import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent as SecureAgent, get as getSecurely } from 'node:https'
import { connect } from 'node:tls'
import { type Entry, patienceMs, portOf, root, startPages, trustIn } from './entry.ts'

// A check always opens a new connection, and resumes no TLS session.
const agent = new Agent({ keepAlive: false })
let secureAgent: SecureAgent | undefined

export const web: readonly Entry[] = [
  {
    name: 'http',
    missing: null,
    open: async ({ http }) => ({ target: `http://127.0.0.1:${http}/`, config: {} }),
    async bare({ target }) {
      const [response] = (await once(get(target, { agent, timeout: patienceMs }), 'response')) as [IncomingMessage]
      await once(response.resume(), 'end')
    },
  },
  {
    name: 'https',
    type: 'http',
    missing: null,
    open: async ({ https }) => ({ target: `https://127.0.0.1:${https}/`, config: {}, root }),
    async bare({ target, root }) {
      secureAgent ??= new SecureAgent({ keepAlive: false, maxCachedSessions: 0, secureContext: trustIn(root) })
      const [response] = (await once(getSecurely(target, { agent: secureAgent, timeout: patienceMs }), 'response')) as [
        IncomingMessage,
      ]
      await once(response.resume(), 'end')
    },
  },
  {
    name: 'http2',
    type: 'http',
    missing: null,
    async open() {
      const { origin, stop } = await startPages({ '/': { type: 'text/plain', body: 'ok' } }, '2')
      return { target: `${origin}/`, config: {}, root, stop }
    },
    async bare({ target, root }) {
      const session = connectHttp2(target, { secureContext: trustIn(root) })
      await once(session.request({ ':path': '/' }).resume(), 'end')
      session.close()
      await once(session, 'close')
    },
  },
  {
    name: 'ssl',
    missing: null,
    open: async ({ https }) => ({ target: `127.0.0.1:${https}`, config: {}, root }),
    async bare({ target, root }) {
      const socket = connect({ host: '127.0.0.1', port: portOf(target), secureContext: trustIn(root) })
      await once(socket, 'secureConnect')
      if (!socket.getPeerX509Certificate()?.validTo) throw new Error('no certificate')
      socket.destroy()
    },
  },
  {
    name: 'websocket',
    missing: null,
    goal: { ratio: 1.5 },
    open: async ({ websocket }) => ({ target: `ws://127.0.0.1:${websocket}/`, config: {} }),
    async bare({ target }) {
      const { WebSocket } = await import('ws')
      const socket = new WebSocket(target)
      await once(socket, 'open')
      socket.ping()
      await once(socket, 'pong')
      socket.close()
      await once(socket, 'close')
    },
  },
]
