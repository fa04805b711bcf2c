// The first program in a box: opens the way out, then becomes the program it was asked for.
import { Worker } from 'node:worker_threads'

const [, , name] = process.argv
const wayOut = new Worker(new URL('./way-out.ts', import.meta.url), { env: {} })
await new Promise((resolve, reject) => {
  wayOut.once('message', resolve)
  wayOut.once('error', reject)
})
wayOut.unref()
await import(`../${name}/main.ts`)
