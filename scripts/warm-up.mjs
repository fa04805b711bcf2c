// Starts Lapwing in an empty folder, lets it check itself once, and stops it: an image keeps the code that this
// compiles, and one that cannot start is not built.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './setup/runtime.mjs'

const maxMs = 120_000
const folder = mkdtempSync(join(tmpdir(), 'warm-up-'))
const here = { LAPWING_DATA_DIR: folder, LAPWING_HOST: '127.0.0.1', LAPWING_PORT: '0', LAPWING_BROWSERS: '0' }
const env = { ...process.env, ...here }
const start = (words, settings, stdio) =>
  spawn(process.execPath, [join(root, 'bin', 'lapwing.mjs'), ...words], { env: { ...env, ...settings }, stdio })

const lapwing = start(['start'], {}, ['ignore', 'pipe', 'inherit'])
const ended = once(lapwing, 'exit')
const giveUp = setTimeout(() => lapwing.kill('SIGKILL'), maxMs)
try {
  const { origin, key } = await firstLines()
  await checkItself(origin, key)
  for (const path of ['/', '/docs', '/v1/openapi.json', '/readyz']) await read(`${origin}${path}`)
  const health = start(['health'], { LAPWING_PORT: new URL(origin).port }, 'inherit')
  const [healthCode] = await once(health, 'exit')
  if (healthCode !== 0) throw new Error(`lapwing health ended with ${healthCode}`)
} finally {
  lapwing.kill('SIGTERM')
  const [code] = await ended
  clearTimeout(giveUp)
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) process.exitCode = 1
}

async function firstLines() {
  let key
  for await (const line of createInterface({ input: lapwing.stdout })) {
    key ??= /"apiKey":"([\w-]+)"/.exec(line)?.[1]
    const origin = / is ready at (http:\/\/[\w.:]+)/.exec(line)?.[1]
    if (!origin) continue
    lapwing.stdout.resume()
    return { origin, key }
  }
  throw new Error('Lapwing ended while it was starting')
}

async function checkItself(origin, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const locations = await read(`${origin}/v1/locations`, { headers })
  const body = { name: 'Itself', type: 'http', target: `${origin}/healthz`, interval: 60 }
  const { id } = await read(`${origin}/v1/monitors`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, locations: [locations.data[0].id] }),
  })
  while ((await read(`${origin}/v1/monitors/${id}/checks`, { headers })).data.length === 0) await wait(100)
}

async function read(address, options) {
  const response = await fetch(address, options)
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} from ${address}: ${text}`)
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined
}
