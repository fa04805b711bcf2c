// Runs a TypeScript program of this checkout, with the packaged Node if the installed one is too old.
// It also runs a missing set-up: npm skips prestart and pretest when its ignore-scripts setting is on.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isNpmPackage, packagedNode, root, runsTypeScript } from './setup/runtime.mjs'
import { reportFailure } from './setup/say.mjs'

// Otherwise each of V8's threads gets a heap of its own from the C library, which keeps what they free: 10 MB.
const oneHeap = { MALLOC_ARENA_MAX: '1' }

/** `heap` is for programs that keep running: options of V8. */
export async function launch(program, { forTests = false, needsPackages = true, heap = [] } = {}) {
  try {
    if (needsPackages || !(runsTypeScript() || packagedNode())) await setUp({ forTests })
  } catch (error) {
    return reportFailure(error)
  }
  const flags = heap.filter((flag) => !process.execArgv.includes(flag))
  if (!runsTypeScript()) return startAgainWith(packagedNode(), flags)
  if (flags.length > 0 && process.execve && process.platform !== 'win32') return replaceProcess(flags)
  rememberCompiledCode()
  if (needsPackages) await import('./without-zod-locales.mjs')
  const bundle = (heap.length > 0 || isNpmPackage) && (await bundleOf(program))
  await import(pathToFileURL(bundle || join(root, program)).href)
}

async function bundleOf(program) {
  const { bundled } = await import('./setup/bundle.mjs')
  return bundled(program)
}

// Loaded only if needed: an API client should start in an instant.
async function setUp({ forTests }) {
  const { isSetUp, setUpPackages } = await import('./setup/packages.mjs')
  if (!isSetUp({ forTests })) await setUpPackages({ forTests })
}

// The compile cache halves the time of later starts and of check processes. If this folder is read-only, nothing is
// cached.
function rememberCompiledCode() {
  const folder = join(root, 'node_modules', '.cache', 'lapwing')
  module.enableCompileCache(folder)
  process.env.NODE_COMPILE_CACHE = folder
  // A killed process could not write it.
  setTimeout(() => module.flushCompileCache(), 5000).unref()
}

/** The same process with these flags, which V8 reads only at its start. */
function replaceProcess(flags) {
  const args = [process.argv0, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, { ...oneHeap, ...process.env })
}

function startAgainWith(node, flags) {
  // Makes it watch its parent, as below npm.
  const env = { ...oneHeap, ...process.env, npm_lifecycle_event: process.env.npm_lifecycle_event ?? 'again' }
  const child = spawn(node, [...flags, ...process.argv.slice(1)], { stdio: 'inherit', env })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends Ctrl-C to the child as well.
  process.on('SIGINT', () => undefined)
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
