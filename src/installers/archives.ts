// The archives of the agent and of the probe. The same sources give the same bytes, so replicas serve the same.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type TarFile, tarOf } from '../codecs/tar.ts'
import { filesOf, packagesOf } from './program-files.ts'

export const programs = ['agent', 'probe'] as const
export type InstalledProgram = (typeof programs)[number]

export interface ProgramArchive {
  readonly name: string
  readonly sha256: string
  readonly content: Buffer
}

const home = fileURLToPath(new URL('../../', import.meta.url))
const sources = fileURLToPath(new URL('../', import.meta.url))
// In a bundle, its file there.
const probe = fileURLToPath(new URL('../probe.ts', import.meta.url))
const packed = promisify(gzip)
// What no program reads while it runs.
const isNeeded = (path: string): boolean => !/\.(d\.[cm]?ts|[cm]?ts|map|md|markdown)$/i.test(path)

export async function archiveOf(program: InstalledProgram, version: string): Promise<ProgramArchive> {
  const files = await (program === 'agent' ? filesOfAgent(version) : filesOfProbe(version))
  const uninstall = text('uninstall', shellText('uninstall.sh').replaceAll('@PROGRAM@', program))
  const content = await packed(tarOf([uninstall, ...files]), { level: 9 })
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name: `${program}-${version}-${sha256.slice(0, 16)}.tar.gz`, sha256, content }
}

/** A text of this folder. */
export function shellText(name: 'common.sh' | 'agent.sh' | 'probe.sh' | 'uninstall.sh'): string {
  return readFileSync(join(sources, 'installers', name), 'utf8')
}

const text = (path: string, content: string): TarFile => ({ path, content: Buffer.from(content) })

async function filesOfAgent(version: string): Promise<TarFile[]> {
  const { agentFiles } = await import('../agent/copy.ts')
  return agentFiles(sources, version).map(({ path, content }) => text(`program/${path}`, content))
}

async function filesOfProbe(version: string): Promise<TarFile[]> {
  const own = filesOf(probe, home).filter((path) => path !== 'package.json')
  const copied = await Promise.all(own.map(fileAt))
  const packages = packagesOf(
    copied.map(({ content }) => String(content)),
    home,
  )
  const ofPackages = await Promise.all((await Promise.all(packages.map(filesOfPackage))).flat().map(fileAt))
  const start = `import './scripts/without-zod-locales.mjs'\nawait import('./${relative(home, probe)}')\n`
  const written = [
    text('program/package.json', JSON.stringify({ name: 'lapwing-probe', version, type: 'module' })),
    text('program/start.mjs', start),
  ]
  return [...written, ...copied, ...ofPackages].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

async function fileAt(path: string): Promise<TarFile> {
  return { path: `program/${path.replace(/^\.\.\//, 'node_modules/')}`, content: await readFile(join(home, path)) }
}

/** Those of packages within it belong to them. */
async function filesOfPackage(folder: string): Promise<string[]> {
  const entries = await readdir(join(home, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .filter((path) => !path.slice(folder.length).includes('/node_modules/') && isNeeded(path))
}
