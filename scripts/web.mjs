// Builds the dashboard if needed, and reports progress to the server that started it, as lines of JSON. Then it bundles
// the server for the next start.
// `node scripts/web.mjs <data folder>`; with --test also what its type check needs.
import { getPriority, setPriority } from 'node:os'
import { bundleServer } from './setup/bundle.mjs'
import { buildDashboard } from './setup/web.mjs'
import { endWithParent } from './setup/run.mjs'
import { Interrupted } from './setup/say.mjs'

const dataDir = process.argv.slice(2).find((arg) => !arg.startsWith('--'))
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

endWithParent()
// Checks and requests have priority. A process may not raise its own again.
setPriority(Math.max(getPriority(), 10))

try {
  const folder = await buildDashboard({
    dataDir,
    forTests: process.argv.includes('--test'),
    say: (doing) => tell({ doing }),
  })
  tell({ ready: folder })
  await bundleServer().catch((error) => tell({ doing: `${error.message}\nThe next start runs its sources.` }))
} catch (error) {
  process.exitCode = error instanceof Interrupted ? 130 : 1
  if (!(error instanceof Interrupted)) tell({ failed: error.message })
}
