// npm leaves out optional packages that ask for a newer Node than its own, which is not the one Lapwing runs with, and
// some versions of npm 9 take no C library for the right one. Asked for by themselves, they are not optional.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addToNpmsList, lockedPackages, nameOf } from './lockfile.mjs'
import { npm } from './npm.mjs'
import { root } from './runtime.mjs'

export async function installLeftOut(missing, { home = root, quietly = false } = {}) {
  const locked = lockedPackages(home)
  const paths = missing.filter((path) => locked[path].optional)
  if (paths.length === 0) return
  const folder = join(home, 'node_modules', '.left-out')
  try {
    describe(
      paths.map((path) => ({ name: nameOf(path), ...locked[path] })),
      folder,
    )
    await npm(['ci', '--force'], { forTests: true, folder, quietly })
    for (const [index, path] of paths.entries()) moveTo(join(home, path), join(folder, 'node_modules', alias(index)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  addToNpmsList(paths, home)
}

const alias = (index) => `left-out-${index}`

/** A project of its own, with the checksums of ours. */
function describe(packages, folder) {
  const dependencies = {}
  const lock = { lockfileVersion: 3, requires: true, packages: { '': { dependencies } } }
  for (const [index, { name, version, integrity }] of packages.entries()) {
    dependencies[alias(index)] = `npm:${name}@${version}`
    lock.packages[`node_modules/${alias(index)}`] = { name, version, integrity }
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'))
}

function moveTo(place, from) {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  renameSync(from, place)
}
