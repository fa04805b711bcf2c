// Packages that npm installs slowly or not at all, unpacked here. Those with binaries for one system are large, and npm
// skips optional ones that require a newer Node than its own, which is not the one Lapwing runs with.
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addToNpmsList, lockedPackages, nameOf } from './lockfile.mjs'
import { npm } from './npm.mjs'
import { isRuntime, root } from './runtime.mjs'
import { unpack } from './tarball.mjs'

export const optionalOf = (paths, home) => paths.filter((path) => lockedPackages(home)[path].optional)

export async function installLeftOut(missing) {
  const paths = optionalOf(missing, root)
  const folder = join(root, 'node_modules', '.left-out')
  try {
    await unpackInto(folder, paths, root)
    bringHome(folder, paths, root)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function unpackInto(folder, paths, home) {
  if (paths.length === 0) return
  const locked = lockedPackages(home)
  const packages = paths.map((path) => ({ path, name: nameOf(path), ...locked[path] }))
  mkdirSync(folder, { recursive: true })
  await npm(['pack', ...packages.map(({ name, version }) => `${name}@${version}`)], {
    folder,
    quietly: true,
    settings: [`--pack-destination=${folder}`],
  })
  for (const { path, name, version, integrity } of packages) {
    const tarball = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
    await unpack(readFileSync(tarball), {
      called: tarball,
      folder: join(folder, path),
      integrity,
      keeps: neededOf(name),
    })
    rmSync(tarball)
  }
}

// Nothing is compiled against this Node: its headers are most of its files.
export const neededOf = (name) => (isRuntime(name) ? (path) => /^(bin\/|package\.json$)/.test(path) : undefined)

export function bringHome(folder, paths, home) {
  for (const path of paths) {
    const place = join(home, path)
    rmSync(place, { recursive: true, force: true })
    mkdirSync(dirname(place), { recursive: true })
    renameSync(join(folder, path), place)
  }
  if (paths.length > 0) addToNpmsList(paths, home)
}
