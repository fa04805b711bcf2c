// Loaded into a server with NODE_OPTIONS: notes for how long its event loop is busy at a stretch, in milliseconds of
// CPU time, because other programs on the machine do not count.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['EVENT_LOOP_METER']!
const minNotedMs = 5

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let lastMs = cpuMs()

function measure(): void {
  const nowMs = cpuMs()
  const busyMs = Math.round(nowMs - lastMs)
  if (busyMs >= minNotedMs) appendFileSync(file, `${busyMs}\n`)
  lastMs = nowMs
  setTimeout(measure, 1).unref()
}

if (isMainThread) measure()
