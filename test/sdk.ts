// `npm run sdk:runtimes` tries the package in Deno and Bun. `npm run sdk:python` generates a client in Python from the
// description and tries it. Both download what they need, so `npm test` leaves them out.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

const [what = ''] = process.argv.slice(2)
const { status } = spawnSync(process.execPath, ['scripts/test.mjs', '--quick', 'stories/sdk-'], {
  cwd: dirname(import.meta.dirname),
  env: { ...process.env, SDK_TRIALS: what },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
