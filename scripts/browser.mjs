// Installs the npm packages of browser checks while Lapwing runs: `node scripts/browser.mjs <data folder>`.
import { getPriority, setPriority } from 'node:os'
import { installBrowserPackages } from './setup/browser.mjs'
import { endWithParent } from './setup/run.mjs'
import { Interrupted } from './setup/say.mjs'

const [, , dataDir] = process.argv
const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

endWithParent()
// Checks and requests have priority. A process may not raise its own again.
setPriority(Math.max(getPriority(), 10))

try {
  await installBrowserPackages({ dataDir, say: (doing) => tell({ doing }) })
} catch (error) {
  process.exitCode = error instanceof Interrupted ? 130 : 1
  if (!(error instanceof Interrupted)) tell({ failed: error.message })
}
