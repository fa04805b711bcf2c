// Runs a TypeScript program of this checkout after the set-up for tests: `node scripts/run.mjs test/fuzz.ts --seed 7`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packagedNode, root, runsTypeScript } from './setup/runtime.mjs'

const run = (program, ...args) => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1
const [node, , program, ...args] = process.argv
process.argv = [node, join(root, program), ...args]
process.exitCode = run(node, 'scripts/setup.mjs', '--test')
if (process.exitCode === 0 && runsTypeScript()) await import(pathToFileURL(process.argv[1]).href)
else if (process.exitCode === 0) process.exitCode = run(packagedNode(), ...process.argv.slice(1))
