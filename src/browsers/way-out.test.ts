import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attempted, noBoxes, realBrowsers } from '../../test/kit/browser/boxes.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { createPolicy } from '../net/policy.ts'

interface Site {
  readonly port: number
  readonly seen: string[]
}

/** A site that records its requests; /away redirects elsewhere. */
async function site({ page = 'hello', away = '', host = '127.0.0.1' } = {}): Promise<Site> {
  const seen: string[] = []
  const server = createServer((requested, answer) => {
    seen.push(
      `${requested.method} ${requested.url} ${requested.headers['proxy-connection'] ?? ''}${requested.headers['x-demo'] ?? ''}`,
    )
    if (requested.url === '/away') return answer.writeHead(302, { location: away }).end()
    answer.writeHead(200, { 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] }).end(page)
  })
  server.on('upgrade', (requested, socket) => void (seen.push(`upgrade ${requested.url}`), socket.destroy()))
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void (server.close(), server.closeAllConnections()))
  return { port: (server.address() as AddressInfo).port, seen }
}

const withoutElsewhere = {
  refusal: (address: string) => (address === '127.0.0.2' ? `${address} is refused` : null),
  socketRefusal: () => null,
}
const strict = openNet({ policy: createPolicy({ allowPrivate: false }) })

describe.skipIf(noBoxes !== null)(`the way out of a box${noBoxes ? ` (${noBoxes})` : ''}`, () => {
  it('forwards requests to sites by name, with request and response intact', async () => {
    const { port, seen } = await site()
    const { output } = await attempted('ask', { to: `http://localhost:${port}/shop?x=1` })
    expect(output).toMatchObject({ status: 200, body: 'hello', headers: { 'set-cookie': ['a=1', 'b=2'] } })
    expect(seen).toEqual(['GET /shop?x=1 1'])
    const tunnelled = await attempted('tunnel', { to: `localhost:${port}` })
    expect(tunnelled.output).toMatchObject({ status: 200, got: expect.stringContaining('hello') })
  })

  it.each([
    ['the metadata address', openNet(), '169.254.169.254:80', /a cloud metadata address/],
    ['a private address', strict, '10.0.0.1:80', /a private address/],
    ['a name that leads to this machine', strict, 'localhost:80', /a loopback address/],
    ['an address in another spelling', strict, '[::ffff:127.0.0.1]:80', /a loopback address/],
    ['nothing at all', strict, 'nobody.invalid:80', /./],
  ])('does not lead to %s, and says why', async (_what, net, to, why) => {
    const requested = await attempted('ask', { to: `http://${to}/`, net })
    expect(requested.output).toMatchObject({ status: 502, body: expect.stringMatching(why) })
    const tunnelled = await attempted('tunnel', { to, net })
    expect(tunnelled.output).toMatchObject({ status: 502, why: expect.stringMatching(why) })
  })

  it('refuses forbidden redirects, pictures, frames and WebSockets of pages', async () => {
    const refused = await site({ host: '127.0.0.2' })
    const elsewhere = `127.0.0.2:${refused.port}`
    const page = `<title>shop</title><img src="http://${elsewhere}/picture"><iframe src="/away"></iframe><script>
      const socket = new WebSocket('ws://${elsewhere}/socket')
      const notified = new Promise((resolve) => {
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('failed')
      })
      const loaded = new Promise((resolve) => (window.onload = resolve))
      Promise.all([notified, loaded]).then(([socket]) => (window.done = socket))
    </script>`
    const { port, seen } = await site({ page, away: `http://${elsewhere}/redirected` })
    const to = `http://localhost:${port}/`
    const { output } = await attempted('browse', { to, net: openNet({ policy: withoutElsewhere }) })
    expect(output).toMatchObject({ status: 200, title: 'shop', done: 'failed' })
    expect(seen).toContain('GET /away ')
    expect(refused.seen).toEqual([])
  })

  it('gives WebRTC no network access, neither to STUN nor to TURN servers', async () => {
    const received: string[] = []
    const stun = createSocket('udp4', () => void received.push('stun')).bind(0, '127.0.0.2')
    const relay = createSocketServer(() => void received.push('relay')).listen(0, '127.0.0.2')
    await Promise.all([once(stun, 'listening'), once(relay, 'listening')])
    onTestFinished(() => void [stun.close(), relay.close()])
    const port = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
    const iceServers = [
      { urls: `stun:127.0.0.2:${port(stun)}` },
      { urls: `turn:127.0.0.2:${port(relay)}?transport=tcp`, username: 'me', credential: 'secret' },
    ]
    const page = `<title>call</title><script>
      const call = new RTCPeerConnection(${JSON.stringify({ iceServers })})
      call.createDataChannel('talk')
      const candidates = () => call.localDescription.sdp.match(/a=candidate:.*/g) ?? []
      // Unanswered queries repeat for minutes; the first ones are sent at once.
      const begun = call.createOffer().then((offer) => call.setLocalDescription(offer))
      begun.then(() => setTimeout(() => (window.done = candidates()), 3000))
    </script>`
    const shop = await site({ page })
    const to = `http://localhost:${shop.port}/`
    const { output } = await attempted('browse', { to, net: openNet({ policy: withoutElsewhere }) })
    expect(output).toMatchObject({ title: 'call', done: [] })
    expect(received).toEqual([])
  })

  it('serves the page only: its browser requests no updates', async () => {
    const { port } = await site()
    const input = { urls: [`http://127.0.0.1:${port}/`], wants: 'html', locale: 'en', headers: [], cookies: [] }
    const requested = new Set<string>()
    const net = openNet()
    await realBrowsers().run({
      name: 'page',
      input: { ...input, loadMs: 60_000, budgetMs: 60_000 },
      deadlineMs: 120_000,
      signal: new AbortController().signal,
      net: { ...net, connect: (to) => (requested.add(to.host), net.connect(to)) },
    })
    expect([...requested]).toEqual(['127.0.0.1'])
  })
})
