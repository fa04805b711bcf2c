// Loaded into a server with NODE_OPTIONS: notes how long its event loop worked while a request waited, in milliseconds
// of CPU time, because other programs on the machine do not count. The request says how long it had worked before.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { isMainThread } from 'node:worker_threads'

/** How long the main thread of a process has worked. */
export function workedMs(pid: number | 'self'): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000_000
}

export const workedBefore = 'x-event-loop-worked-ms'
const file = process.env['EVENT_LOOP_METER']

if (file !== undefined && isMainThread)
  subscribe('http.server.response.finish', (message) => {
    const { headers } = (message as { request: IncomingMessage }).request
    const before = headers[workedBefore]
    if (before !== undefined) appendFileSync(file, `${Math.round(workedMs('self') - Number(before))}\n`)
  })
