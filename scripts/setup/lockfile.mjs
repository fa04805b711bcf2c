// The packages to install, and those that npm lists as installed; both by folder.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPackagedNode, isRuntime, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed } from './say.mjs'

const npmsListIn = (folder) => join(folder, 'node_modules', '.package-lock.json')

export const nameOf = (path) => path.replace(/^.*node_modules\//, '')
export const isThere = (path, folder = root) => existsSync(join(folder, path, 'package.json'))

export function lockedPackages(folder = root) {
  const lockfile = join(folder, 'package-lock.json')
  const packages = read(lockfile)?.packages
  if (!packages) throw new SetupFailed(`${lockfile} is missing or damaged: get a fresh checkout.`)
  return packages
}

export function wantedPackages(forTests, folder = root) {
  const locked = lockedPackages(folder)
  return Object.keys(locked).filter((path) => path !== '' && isWanted(path, locked[path], forTests))
}

export function missingPackages(forTests, folder = root) {
  const locked = lockedPackages(folder)
  const installed = read(npmsListIn(folder))?.packages ?? {}
  const agrees = (key, path) => installed[path]?.[key] === locked[path][key]
  const isInstalled = (path) => agrees('version', path) && agrees('integrity', path) && isThere(path, folder)
  return wantedPackages(forTests, folder).filter((path) => !isInstalled(path))
}

/** Records for npm, and for the next set-up, that these are installed too. */
export function addToNpmsList(paths, folder = root) {
  const locked = lockedPackages(folder)
  const list = read(npmsListIn(folder))
  for (const path of paths) list.packages[path] = locked[path]
  writeFileSync(npmsListIn(folder), JSON.stringify(list, null, 2))
}

/** The list that npm writes for packages it installs into a folder. */
export function writeNpmsList(paths, { home, folder }) {
  const locked = lockedPackages(home)
  const packages = Object.fromEntries(paths.map((path) => [path, locked[path]]))
  writeFileSync(npmsListIn(folder), JSON.stringify({ lockfileVersion: 3, requires: true, packages }, null, 2))
}

// An optional package without a system is only needed by another optional one.
function isWanted(path, { dev, optional, os, cpu, libc }, forTests) {
  if (dev && !forTests) return false
  if (!optional) return true
  if (!os && !cpu) return false
  if (isRuntime(path) && runsTypeScript() && !isPackagedNode()) return false
  return lists(os, process.platform) && lists(cpu, process.arch) && (!libc || lists(libc, cLibrary()))
}

function lists(value, own) {
  const entries = [value ?? []].flat()
  const excluded = entries.filter((entry) => entry.startsWith('!'))
  return excluded.length === entries.length ? !excluded.includes(`!${own}`) : entries.includes(own)
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
