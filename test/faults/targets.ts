// Sites that can go away and come back, and a receiver that keeps what it is sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Site {
  readonly url: string
  /** When somebody asked it, in milliseconds since the epoch. */
  readonly asked: readonly number[]
  away: boolean
  stop(): void
}

export async function startSite(): Promise<Site> {
  const asked: number[] = []
  const site = { url: '', asked, away: false, stop: () => void server.close() }
  const server = createServer((request, response) => {
    asked.push(Date.now())
    if (site.away) request.socket.destroy()
    else response.setHeader('connection', 'close').end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return site
}

export interface Receiver {
  readonly url: string
  readonly events: readonly any[]
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const events: any[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      events.push(JSON.parse(text))
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    stop: () => void server.close(),
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until it holds; false when that takes too long. */
export async function until(holds: () => boolean | Promise<boolean>, longestMs: number): Promise<boolean> {
  for (const end = Date.now() + longestMs; Date.now() < end; await pause(250)) if (await holds()) return true
  return false
}
