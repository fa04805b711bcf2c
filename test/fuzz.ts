// `npm run fuzz -- --requests 100000 --seed 1`: that many requests that follow from the description, from this seed on.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' } as const
const { requests = '100000', seed = '1' } = parseArgs({ options: { requests: text, seed: text } }).values
const { status } = spawnSync(process.execPath, ['scripts/test.mjs', '--quick', 'contract/fuzz'], {
  cwd: dirname(import.meta.dirname),
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
