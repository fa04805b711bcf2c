// Sites that can go down and recover, and a receiver that records its requests.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Site {
  readonly url: string
  /** The times of requests, in milliseconds since the epoch. */
  readonly requested: readonly number[]
  away: boolean
  stop(): void
}

export async function startSite(): Promise<Site> {
  const requested: number[] = []
  const site = { url: '', requested, away: false, stop: () => void server.close() }
  const server = createServer((request, response) => {
    requested.push(Date.now())
    if (site.away) request.socket.destroy()
    else response.setHeader('connection', 'close').end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return site
}

export type Manner = 'listens' | 'refuses' | 'hangs' | 'answers 503'

export interface Receiver {
  readonly url: string
  /** Received events, in order. */
  readonly events: readonly any[]
  behave(manner: Manner): Promise<void>
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const events: any[] = []
  let manner: Manner = 'listens'
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      if (manner === 'hangs') return
      if (manner === 'answers 503') return void response.writeHead(503).end()
      events.push(JSON.parse(text))
      response.end('ok')
    })
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const hangUp = (): void => {
    server.close()
    server.closeAllConnections()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    events,
    async behave(next) {
      manner = next
      if (server.listening) hangUp()
      if (next !== 'refuses') await listen(port)
    },
    stop: hangUp,
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until a condition holds; returns false if that takes too long. */
export async function until(holds: () => boolean | Promise<boolean>, maxMs: number): Promise<boolean> {
  for (const end = Date.now() + maxMs; Date.now() < end; await pause(250)) if (await holds()) return true
  return false
}
