// The command line of people who use a Lapwing, as a process.
import { exitCodes } from './exit-codes.ts'
import { completeLanguage } from './older-node.ts'
import { runCommandLine } from './run.ts'

/** The first Ctrl-C lets the command end in order, the second one ends it at once. */
function abortOnInterrupt(): AbortSignal {
  const interrupt = new AbortController()
  process.once('SIGINT', () => {
    interrupt.abort()
    process.once('SIGINT', () => process.exit(exitCodes.interrupted))
  })
  return interrupt.signal
}

// The reader has seen enough: `lapwing monitors | head -1`.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.ok)
  })

completeLanguage()
const { stdout, stderr, env: environment } = process
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout,
  stderr,
  environment,
  interruption: abortOnInterrupt(),
})
