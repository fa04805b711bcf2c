// A Lapwing that has only its embedded server, as a process of its own that tests may kill.
// It says what became of the start in one line of JSON, then waits; "stop" on its input stops the server.
import { once } from 'node:events'
import { systemClock } from '../../../src/domain/clock.ts'
import { startEmbedded } from '../../../src/postgres/index.ts'
import { quiet } from '../log.ts'

const [dataDir = '', mode = 'stay', binDir] = process.argv.slice(2)

try {
  const server = await startEmbedded({ dataDir, binDir, clock: systemClock, log: quiet })
  const { pid, adopted, connection } = server
  process.stdout.write(`${JSON.stringify({ pid, adopted, connection })}\n`)
  if (mode === 'stay') {
    await once(process.stdin, 'data')
    await server.stop()
    process.stdin.destroy()
  }
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`)
}
