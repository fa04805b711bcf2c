// The server in few files. As 1,300 modules it takes 19 MB more memory, and a third more CPU to start (decision 0114).
// A bundle lies in a folder that is named after its sources. When they change, the sources run until there is a bundle
// of them.
import { accessSync, constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'
import { packagedNode, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed } from './say.mjs'
import { hashOfSources } from './sources.mjs'

export const programs = [
  'src/main.ts',
  'src/probe.ts',
  'src/agent/main.ts',
  'src/engine/event-loop/watchdog-thread.ts',
  'src/engine/workers/worker-program.ts',
  'src/wiring/documents/document-program.ts',
]
const sources = ['src', 'web/src/catalog/german/diagnoses', 'scripts/bundle.mjs']
// A Lapwing that still runs an older one may load more of its files. Each takes 4 MB.
const bundlesKept = 8

const folderOf = (home) => join(home, 'dist')
const bundleOf = (home) => join(folderOf(home), hashOfSources(home, sources).slice(0, 16))
export const fileOf = (program) =>
  program
    .replace(/^src\//, '')
    .replaceAll('/', '-')
    .replace(/\.ts$/, '.js')

/** The file to run instead of a program, if there is a bundle of the present sources. */
export function bundled(program, home = root) {
  if (!programs.includes(program) || !existsSync(folderOf(home))) return undefined
  const file = join(bundleOf(home), fileOf(program))
  return existsSync(file) ? file : undefined
}

/** Makes a bundle if the checkout can be written and has the packages that build the dashboard. */
export async function bundleServer(home = root) {
  const bundle = bundleOf(home)
  if (existsSync(bundle) || !bundlerOf(home) || !isWritable(home)) return
  await bundleInto(bundle, { home })
  removeOld(home)
}

/** Bundles the server, or one program with the packages that it uses. */
export async function bundleInto(folder, { home = root, program } = {}) {
  const node = runsTypeScript() ? process.execPath : packagedNode()
  const args = [join(root, 'scripts', 'bundle.mjs'), home, bundlerOf(home), folder, ...(program ? [program] : [])]
  const { code, output } = await runQuietly(node, args)
  if (code !== 0) throw new SetupFailed(`${program ?? 'The server'} could not be bundled:\n${output.trim()}`)
}

// The one that Vite comes with.
function bundlerOf(home) {
  try {
    return createRequire(join(home, 'web', 'node_modules', 'vite', 'package.json')).resolve('rolldown')
  } catch {
    return undefined
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function removeOld(home) {
  const madeAt = (name) => statSync(join(folderOf(home), name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const names = readdirSync(folderOf(home)).sort((a, b) => madeAt(b) - madeAt(a))
  for (const name of names.slice(bundlesKept)) rmSync(join(folderOf(home), name), { recursive: true, force: true })
}
