// Assembles a folder of packages without npm, which does more for each than unpacking it.
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { neededOf } from './optional-packages.mjs'
import { lockedPackages, nameOf, writeNpmsList } from './lockfile.mjs'
import { registryFiles } from './registry.mjs'
import { listen, refuseInterrupted } from './run.mjs'
import { unpack } from './tarball.mjs'

const atOnce = 12

/** Returns false if it failed; npm then reports the reason best. */
export async function unpackAll(folder, { paths, home }) {
  // There, npm writes a small script for each program.
  if (process.platform === 'win32') return false
  listen()
  const files = await registryFiles(home)
  if (!files) return false
  const locked = lockedPackages(home)
  const packages = paths.map((path) => ({ path, name: nameOf(path), ...locked[path] }))
  try {
    await inParallel(largestFirst(packages), (one) => bring(one, { files, folder }))
    linkPrograms(packages, folder)
    writeNpmsList(paths, { home, folder })
    return true
  } catch {
    refuseInterrupted()
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    return false
  } finally {
    files.close()
  }
}

// Packages for one system contain programs.
const largestFirst = (packages) =>
  packages.toSorted((a, b) => Number(Boolean(b.optional)) - Number(Boolean(a.optional)))

async function bring({ path, name, version, integrity }, { files, folder }) {
  const file = await files.file({ name, version, integrity })
  await unpack(file, { called: `${name}@${version}`, folder: join(folder, path), integrity, keeps: neededOf(name) })
}

/** Ends when all are done or, after the first failure, when all workers have stopped. */
async function inParallel(works, work) {
  const left = [...works]
  const next = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  const begun = Array.from({ length: atOnce }, () => next().catch((error) => (left.splice(0), Promise.reject(error))))
  const failed = (await Promise.allSettled(begun)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

function linkPrograms(packages, folder) {
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  const links = packages
    .filter(({ path }) => path.lastIndexOf('node_modules/') === 0)
    .flatMap(({ path, name, bin: programs }) =>
      programsOf(programs, name).map(([called, file]) => ({ called, path, file })),
    )
  for (const { called, path, file } of links) {
    const program = join(folder, path, file)
    chmodSync(program, 0o755)
    symlinkSync(relative(bin, program), join(bin, called))
  }
}

const programsOf = (bin = {}, name) => Object.entries(typeof bin === 'string' ? { [basename(name)]: bin } : bin)
