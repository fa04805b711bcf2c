// The packages that a lockfile lists for this machine, and which of them are installed.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPackagedNode, isRuntime, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed } from './say.mjs'

// Each lists the packages in its folder. The newer one is right.
const [ourList, npmsList] = ['.lapwing-packages.json', '.package-lock.json']
const inModules = (home, name) => join(home, 'node_modules', name)

export const nameOf = (path) => path.replace(/^.*node_modules\//, '')
export const isThere = (path, home = root) => existsSync(join(home, path, 'package.json'))

/** Its programs by their names, as paths from the project. */
export function programsOf(path, { bin = {} }) {
  const programs = typeof bin === 'string' ? { [nameOf(path).replace(/^.*\//, '')]: bin } : bin
  return Object.entries(programs).map(([name, file]) => [name, `${path}/${file.replace(/^\.\//, '')}`])
}

const lockfiles = new Map()

export function lockedPackages(home = root) {
  const file = join(home, 'package-lock.json')
  const packages = lockfiles.get(file) ?? read(file)?.packages
  if (!packages) throw new SetupFailed(`${file} is missing or damaged: get a fresh checkout.`)
  lockfiles.set(file, packages)
  return packages
}

export function wantedPackages(forTests, home = root) {
  const locked = lockedPackages(home)
  return Object.keys(locked).filter((path) => path !== '' && isWanted(path, locked[path], forTests))
}

export function missingPackages(forTests, home = root) {
  const locked = lockedPackages(home)
  const installed = installedPackages(home)
  const isInstalled = (path) => installed[path]?.integrity === locked[path].integrity && isThere(path, home)
  return wantedPackages(forTests, home).filter((path) => !isInstalled(path))
}

function installedPackages(home) {
  const changedAt = (name) => statSync(inModules(home, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newer = changedAt(npmsList) > changedAt(ourList) ? npmsList : ourList
  return read(inModules(home, newer))?.packages ?? {}
}

/** Notes that these packages are installed too. */
export function recordPackages(paths, home) {
  const locked = lockedPackages(home)
  const added = Object.fromEntries(paths.map((path) => [path, { integrity: locked[path].integrity }]))
  writeFileSync(inModules(home, ourList), JSON.stringify({ packages: { ...installedPackages(home), ...added } }))
}

// An optional package without a system is only needed by another optional one.
function isWanted(path, { dev, optional, os, cpu, libc }, forTests) {
  if (dev && !forTests) return false
  if (!optional) return true
  if (!os && !cpu) return false
  if (isRuntime(path) && runsTypeScript() && !isPackagedNode()) return false
  return includes(os, process.platform) && includes(cpu, process.arch) && (!libc || includes(libc, cLibrary()))
}

function includes(rules, own) {
  const all = [rules ?? []].flat().map(String)
  const excluded = all.filter((rule) => rule.startsWith('!'))
  return excluded.length === all.length ? !excluded.includes(`!${own}`) : all.includes(own)
}

let library
function cLibrary() {
  if (process.platform !== 'linux') return 'none'
  process.report.excludeNetwork = true
  library ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return library
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
