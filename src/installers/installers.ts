// What machines download to install an agent or a probe. Everything is built when it is first requested, and once.
import { createReadStream, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import type { Log } from '../domain/log.ts'
import { type InstalledProgram, type ProgramArchive, archiveOf, programs } from './archives.ts'
import { type PackedRuntime, findRuntimes, packRuntime } from './runtimes.ts'
import { installScript } from './script.ts'

export interface InstallerFile {
  readonly sha256: string
  readonly bytes: number
  /** In memory, or to be read from the disk. */
  open(): Buffer | Readable
}

export interface Installers {
  script(program: InstalledProgram, origin: string): Promise<string>
  /** Another process may have sent the script that names it, so it is built if need be. */
  file(name: string): Promise<InstallerFile | undefined>
}

interface InstallerSettings {
  /** Where what is large is kept. */
  readonly folder: string
  readonly log: Log
}

const home = fileURLToPath(new URL('../../', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export function createInstallers({ folder, log }: InstallerSettings): Installers {
  const files = new Map<string, InstallerFile>()
  const archives = new Map<InstalledProgram, Promise<ProgramArchive>>()
  let runtimes: Promise<PackedRuntime[]> | undefined

  async function buildArchive(program: InstalledProgram): Promise<ProgramArchive> {
    const archive = await archiveOf(program, version)
    const { name, sha256, content } = archive
    files.set(name, { sha256, bytes: content.length, open: () => content })
    return archive
  }

  async function packAll(): Promise<PackedRuntime[]> {
    const all: PackedRuntime[] = []
    for (const runtime of findRuntimes(home)) {
      const packed = await packRuntime(runtime, folder).catch((error: Error) => {
        log.warn('machines without Node cannot get it from here', { platform: runtime.platform, reason: error.message })
      })
      if (!packed) continue
      const { name, sha256, bytes, file } = packed
      files.set(name, { sha256, bytes, open: () => createReadStream(file) })
      all.push(packed)
    }
    return all
  }

  function archive(program: InstalledProgram): Promise<ProgramArchive> {
    const known = archives.get(program)
    if (known) return known
    const building = buildArchive(program)
    archives.set(program, building)
    // The next request tries again.
    building.catch(() => archives.delete(program))
    return building
  }

  const packed = (): Promise<PackedRuntime[]> => (runtimes ??= packAll())

  return {
    async script(program, origin) {
      return installScript({ program, version, origin, archive: await archive(program), runtimes: await packed() })
    },
    async file(name) {
      const program = programs.find((one) => name.startsWith(`${one}-`))
      if (program) await archive(program)
      else if (name.startsWith('node-')) await packed()
      return files.get(name)
    },
  }
}
