// What a build is made from: files without their tests, by name.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const browserPrograms = ['journey', 'audit', 'page', 'shared', '.npmrc', 'package.json', 'package-lock.json']
/** What a release has besides a bundle. The public key is there once a pipeline signs releases. */
export const shipped = `.npmrc CHANGELOG.md LICENSE README.md SECURITY.md package-lock.json package.json release-key.pub
  bin cli deploy docs scripts sdk/src src web/dist ${browserPrograms.map((name) => join('browser', name)).join(' ')}`.split(
  /\s+/,
)

/** The files with these names, and those in folders with these names, as paths from the folder. */
export function sourceFiles(folder, names) {
  const there = names.filter((name) => existsSync(join(folder, name)))
  return there.flatMap((name) => (statSync(join(folder, name)).isFile() ? [name] : filesIn(folder, name))).sort()
}

export function hashOfSources(folder, names) {
  const hash = createHash('sha256')
  for (const file of sourceFiles(folder, names))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0')
  return hash.digest('hex')
}

const filesIn = (folder, name) => filesBelow(folder, name).filter((path) => !path.endsWith('.test.ts'))

/** All files and links below a folder of a folder, by name, as paths from the latter. */
export const filesBelow = (folder, name) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    // Node before 20.12 has only the older name.
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
