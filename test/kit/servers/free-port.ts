import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Linux gives those above to whoever wants any: one of them may have another owner before its server is up.
const [lowest, beyond] = [10_000, 32_768]

/** A port on 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, beyond)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
