import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Linux gives those above to whoever wants any: one of them may have another owner before its server is up.
const [lowest, beyond] = [10_000, 32_768]
// So may one that was given before. Each worker of a run has a part of them to itself.
const [workers, perWorker] = [8, Math.floor((beyond - lowest) / 8)]
const first = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % workers) * perWorker
const given = new Set<number>()

/** A port on 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, first + perWorker)
  if (given.has(port)) return freePort()
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  given.add(port)
  server.close()
  await once(server, 'close')
  return port
}
