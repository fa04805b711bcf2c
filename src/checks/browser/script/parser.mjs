// A process of its own that parses a script: options as argument, source on stdin, syntax tree on stdout. The answer is
// `null` when the tree outgrows its memory. Plain JavaScript, because stripping types doubles the time to start.
import { text } from 'node:stream/consumers'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

const cpuBudgetMicroseconds = 1_500_000

if (isMainThread) {
  // Only a signal stops native code. Processor time, unlike time on the wall, does not blame a script for a busy
  // machine.
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (user + system > cpuBudgetMicroseconds) process.kill(process.pid, 'SIGKILL')
  }, 100).unref()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { source: await text(process.stdin), options: JSON.parse(process.argv[2]) },
    // The parser recurses on the native stack. The deepest nesting 64 KB can hold was measured at 35 MB.
    resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 256 },
  })
  worker.on('message', (parsed) => process.stdout.write(parsed))
  worker.on('error', (error) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY' && !(error instanceof RangeError)) throw error
    process.stdout.write('null')
  })
} else {
  // The bindings answer the tree as JSON text; making that text again from deep objects is slow.
  const { parseSync } = await import('oxc-parser/src-js/bindings.js')
  const { errors, program } = parseSync('script.ts', workerData.source, workerData.options)
  parentPort.postMessage(`{"errors":${JSON.stringify(errors)},"program":${program}}`)
}
