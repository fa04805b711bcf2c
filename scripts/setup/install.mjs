// Installs the packages of a lockfile: downloads them, verifies their checksums, unpacks them in a folder of their own,
// and moves that into place when it is complete. Everything unusual is left to npm, which takes longer.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { unpack } from './archive.mjs'
import { nameOf, packagesOf, recordPackages, requireOrdinary } from './lockfile.mjs'
import { installWithNpm } from './npm.mjs'
import { openRegistry } from './registry.mjs'
import { listen, refuseInterrupted } from './run.mjs'
import { isRuntime } from './runtime.mjs'

const atOnce = 12
export const asideOf = (home) => join(home, '.packages')
// Nothing is compiled against the packaged Node: its headers are most of its files.
const isNeeded = (path, file) => !isRuntime(path) || /^(bin\/|LICENSE$|package\.json$)/.test(file)

/** `system` is another one than this machine's if the packages are for a release. */
export async function installPackages({ home, forTests, system, say }) {
  const aside = asideOf(home)
  const [complete, modules] = [aside, home].map((folder) => join(folder, 'node_modules'))
  listen()
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside)
  try {
    await unpackPackages({ home, aside, forTests, system }).catch((error) => {
      refuseInterrupted()
      if (system) throw error
      say(`npm installs the packages, which takes longer: ${error.message}`)
      return installWithNpm(aside, { home, forTests, reason: error.message })
    })
    if (existsSync(complete) && existsSync(modules)) renameSync(modules, join(aside, 'replaced'))
    if (existsSync(complete)) renameSync(complete, modules)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function unpackPackages({ home, aside, forTests, system }) {
  const { locked, wanted, missing } = packagesOf(home, { forTests, system })
  requireOrdinary(locked)
  // If packages are only added, a Lapwing that runs from this checkout keeps its files.
  const isAddition = missing.length < wanted.length && missing.every((path) => !existsSync(join(home, path)))
  const [paths, folder] = isAddition ? [missing, home] : [wanted, aside]
  await unpackAll(paths, { locked, folder, download: await openRegistry(home) })
  linkPrograms(paths, { locked, folder })
  recordPackages(paths, { locked, home: folder })
}

async function unpackAll(paths, { locked, folder, download }) {
  // Packages for one system contain programs: the largest come first.
  const left = paths.toSorted((a, b) => Number(locked[b].optional ?? 0) - Number(locked[a].optional ?? 0))
  const work = async () => {
    while (left.length > 0) {
      const path = left.shift()
      const { version, integrity } = locked[path]
      try {
        const archive = await download(nameOf(path), version)
        await unpack(archive, { folder: join(folder, path), integrity, keeps: (file) => isNeeded(path, file) })
      } catch (error) {
        throw new Error(`${nameOf(path)}@${version}: ${error.message || error.code}`, { cause: error })
      }
    }
  }
  // After a failure the others finish what they are writing.
  const workers = Array.from({ length: atOnce }, () => work().finally(() => left.splice(0)))
  await Promise.allSettled(workers)
  await Promise.all(workers)
}

function linkPrograms(paths, { locked, folder }) {
  const links = join(folder, 'node_modules', '.bin')
  mkdirSync(links, { recursive: true })
  for (const path of paths.filter((path) => !path.includes('/node_modules/')))
    for (const [called, file] of Object.entries(locked[path].bin ?? {})) {
      chmodSync(join(folder, path, file), 0o755)
      rmSync(join(links, called), { force: true })
      symlinkSync(join('..', nameOf(path), file), join(links, called))
    }
}
