// The list of all files of an installation with their checksums, which `sha256sum --check files.sha256` reads as well.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UpgradeRefused } from './release.ts'

export const fileListName = 'files.sha256'
// Lapwing writes compiled code there.
const ownFolders = new Set(['node_modules/.cache'])
const ownFiles = new Set([fileListName, `${fileListName}.minisig`])
const maxOpen = 16

export interface FileDifferences {
  readonly files: number
  readonly changed: readonly string[]
  readonly missing: readonly string[]
  readonly added: readonly string[]
}

export const hasDifferences = ({ changed, missing, added }: FileDifferences): boolean =>
  changed.length + missing.length + added.length > 0

/** Compares a folder with its list, or with another one. */
export async function verifyFiles(folder: string, list = join(folder, fileListName)): Promise<FileDifferences> {
  const listed = readList(list)
  const present = new Set(await filesBelow(folder))
  const missing = [...listed.keys()].filter((path) => !present.has(path))
  const added = [...present].filter((path) => !listed.has(path) && !ownFiles.has(path))
  const left = [...listed].filter(([path]) => present.has(path))
  const changed: string[] = []
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [path, sum] = next
      const actual = await sha256Of(join(folder, path)).catch(() => null)
      if (actual !== sum) changed.push(path)
    }
  }
  await Promise.all(Array.from({ length: maxOpen }, work))
  return { files: listed.size, changed: changed.toSorted(), missing: missing.toSorted(), added: added.toSorted() }
}

function readList(file: string): Map<string, string> {
  if (!existsSync(file)) throw new UpgradeRefused(`${file}: missing, so the files cannot be verified.`)
  return parseSums(readFileSync(file, 'utf8'))
}

/** Lines as `sha256sum` writes them; others are ignored. */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split('\n').map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line))
  return new Map(lines.flatMap((found) => (found ? [[found[2]!, found[1]!]] : [])))
}

/** Links count as files: a link to something else than before has other content. */
async function filesBelow(folder: string, below = folder): Promise<string[]> {
  const entries = await readdir(below, { withFileTypes: true })
  const found = await Promise.all(
    entries.map((entry) => {
      const path = relative(folder, join(below, entry.name))
      if (!entry.isDirectory()) return [path]
      return ownFolders.has(path) ? [] : filesBelow(folder, join(folder, path))
    }),
  )
  return found.flat()
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
