// A process of its own that parses a script: source on stdin, syntax tree on stdout, `null` when the tree outgrows the memory given.
// Plain JavaScript because stripping types would double the time it takes to start.
import { text } from 'node:stream/consumers'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: await text(process.stdin),
    // The parser recurses on the native stack. The deepest nesting 64 KB can hold was measured at 35 MB.
    resourceLimits: { stackSizeMb: 256, maxOldGenerationSizeMb: 256 },
  })
  worker.on('message', (parsed) => process.stdout.write(parsed))
  worker.on('error', (error) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY' && !(error instanceof RangeError)) throw error
    process.stdout.write('null')
  })
} else {
  // The bindings answer the tree as the JSON text the parser wrote; making that text again from objects is slow when they are deep.
  const { parseSync } = await import('oxc-parser/src-js/bindings.js')
  const { errors, program } = parseSync('script.ts', workerData, {
    lang: 'ts',
    sourceType: 'unambiguous',
    preserveParens: false,
    showSemanticErrors: true,
  })
  parentPort.postMessage(`{"errors":${JSON.stringify(errors)},"program":${program}}`)
}
