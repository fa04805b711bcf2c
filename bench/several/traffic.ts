// What clients do meanwhile: programs that ask for lists, and tabs that follow changes.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { keys } from './installation.ts'

const perSecond = 20
const paths = ['/v1/monitors?limit=50', '/v1/incidents?limit=50', '/v1/summary', '/v1/locations']

/** Sends requests at a fixed rate to the servers in turn; `stop` returns how many milliseconds each took. */
export function requestRegularly(origins: readonly string[]): { stop(): number[] } {
  const took: number[] = []
  let sent = 0
  const ask = async (): Promise<void> => {
    const from = clock.monotonicMs()
    const path = paths[sent % paths.length]!
    const origin = origins[sent % origins.length]!
    sent += 1
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${keys[sent % keys.length]}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    took.push(clock.monotonicMs() - from)
  }
  const timer = setInterval(() => void ask(), 1000 / perSecond)
  return {
    stop() {
      clearInterval(timer)
      return took
    },
  }
}

const streamsPerKey = 16

/** Opens event streams, half of them on each server; returns a function that closes them. */
export async function openStreams(origins: readonly string[], count: number): Promise<() => void> {
  const open: ClientRequest[] = []
  for (let n = 0; n < count; n++) {
    const key = keys[Math.floor(n / origins.length / streamsPerKey)]
    const stream = request(`${origins[n % origins.length]}/v1/events`, {
      headers: { authorization: `Bearer ${key}` },
      agent: false,
    })
    stream.on('error', () => undefined).end()
    const [response] = (await once(stream, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`an event stream was refused with ${response.statusCode}`)
    response.resume()
    open.push(stream)
  }
  return () => open.forEach((stream) => stream.destroy())
}
