// The files of a program: what it imports, and what those import, in the same folders as here.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

// Also of a bundle, which is written with double quotes. Types are not followed.
const references =
  /(?:^|[\s;}])(?:import|export)\s+(?!type[\s{])[^'"();]*?from\s*['"](\.[^'"\n]+)['"]|\bimport\s*['"](\.[^'"\n]+)['"]|\bimport\(\s*['"](\.[^'"\n]+)['"]\s*\)|\bnew URL\(\s*['"](\.[^'"\n]+)['"],\s*import\.meta\.url\)/g

/** Paths below `home`, in order. */
export function filesOf(program: string, home: string): string[] {
  const reached = new Set([program])
  for (const file of reached) {
    if (!/\.(ts|js|mjs)$/.test(file)) continue
    for (const [, ...found] of readFileSync(file, 'utf8').matchAll(references)) {
      const target = resolve(
        dirname(file),
        found.find((path) => path !== undefined)!,
      )
      if (/\.\w+$/.test(target) && existsSync(target)) reached.add(target)
    }
  }
  return [...reached].map((file) => relative(home, file)).toSorted()
}

/** The packages that texts name, with those that they depend on, as folders below `home`. */
export function packagesOf(texts: readonly string[], home: string): string[] {
  const { dependencies = {} } = manifestIn(home)
  const isNamed = (name: string): boolean =>
    texts.some((text) =>
      ["'", '"'].some((quote) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}${name}/`)),
    )
  const reached = new Set<string>()
  const add = (name: string, from: string): void => {
    const folder = folderOf(name, from, home)
    if (folder === undefined || reached.has(folder)) return
    reached.add(folder)
    for (const needed of Object.keys(manifestIn(join(home, folder)).dependencies ?? {})) add(needed, folder)
  }
  for (const name of Object.keys(dependencies).filter(isNamed)) add(name, '')
  return [...reached].toSorted()
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Where Node finds the package: beside the one that asks, or further up. npm may have installed it beside Lapwing. */
function folderOf(name: string, from: string, home: string): string | undefined {
  const here = join(from, 'node_modules', name)
  if (existsSync(join(home, here, 'package.json'))) return here
  if (from !== '' && from !== '.') return folderOf(name, dirname(from), home)
  const beside = join('..', name)
  const isInstalled = basename(dirname(home)) === 'node_modules' && existsSync(join(home, beside, 'package.json'))
  return isInstalled ? beside : undefined
}
