// Installs the packages of a lockfile: downloads them, verifies their checksums, unpacks them in a folder of their own,
// and moves that into place when it is complete. Everything unusual is left to npm, which takes longer.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { unpack } from './archive.mjs'
import { lockedPackages, missingPackages, nameOf, programsOf, recordPackages, wantedPackages } from './lockfile.mjs'
import { installWithNpm } from './npm.mjs'
import { requireOrdinary } from './ordinary.mjs'
import { openRegistry } from './registry.mjs'
import { listen } from './run.mjs'
import { isRuntime } from './runtime.mjs'
import { NeedsNpm } from './say.mjs'

const atOnce = 12
export const asideOf = (home) => join(home, '.packages')

export async function installPackages({ home, forTests, say }) {
  const aside = asideOf(home)
  const locked = lockedPackages(home)
  const wanted = wantedPackages(forTests, home)
  const missing = missingPackages(forTests, home)
  // If packages are only added, a Lapwing that runs from this checkout keeps its files.
  const isAddition = missing.length < wanted.length && missing.every((path) => !existsSync(join(home, path)))
  const paths = isAddition ? missing : wanted
  listen()
  try {
    empty(aside)
    await unpackAll(paths, { home, aside, locked })
    if (isAddition) addEach(paths, { home, aside })
    else replaceAll({ home, aside })
    linkPrograms(paths, { home, locked })
    recordPackages(paths, home)
  } catch (error) {
    if (!(error instanceof NeedsNpm)) throw error
    say(`npm installs the packages, which takes longer: ${error.message}`)
    empty(aside)
    await installWithNpm(aside, { home, forTests })
    replaceAll({ home, aside })
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function empty(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
}

async function unpackAll(paths, { home, aside, locked }) {
  requireOrdinary(paths, locked)
  const registry = await openRegistry(home)
  // Packages for one system contain programs: the largest come first.
  const left = paths.toSorted((a, b) => Number(locked[b].optional ?? 0) - Number(locked[a].optional ?? 0))
  const work = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const { version, integrity } = locked[path]
      const name = nameOf(path)
      const how = { title: `${name}@${version}`, folder: join(aside, path), integrity, keeps: neededOf(name) }
      await unpack(await registry.archiveOf({ name, version }), how)
    }
  }
  // After a failure the others finish what they are writing.
  const workers = Array.from({ length: atOnce }, () => work().finally(() => left.splice(0)))
  await Promise.allSettled(workers)
  registry.close()
  await Promise.all(workers)
}

// Nothing is compiled against this Node: its headers are most of its files.
const neededOf = (name) => (isRuntime(name) ? (path) => /^(bin\/|package\.json$)/.test(path) : undefined)

/** An outer package brings those within it. */
function addEach(paths, { home, aside }) {
  for (const path of paths.toSorted()) {
    if (!existsSync(join(aside, path))) continue
    mkdirSync(dirname(join(home, path)), { recursive: true })
    renameSync(join(aside, path), join(home, path))
  }
}

function replaceAll({ home, aside }) {
  if (existsSync(join(home, 'node_modules'))) renameSync(join(home, 'node_modules'), join(aside, 'replaced'))
  renameSync(join(aside, 'node_modules'), join(home, 'node_modules'))
}

function linkPrograms(paths, { home, locked }) {
  const bin = join(home, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  const outer = paths.filter((path) => path.lastIndexOf('node_modules/') === 0)
  for (const [called, program] of outer.flatMap((path) => programsOf(path, locked[path]))) {
    chmodSync(join(home, program), 0o755)
    rmSync(join(bin, called), { force: true })
    symlinkSync(relative(bin, join(home, program)), join(bin, called))
  }
}
