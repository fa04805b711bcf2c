// Settings of the embedded PostgreSQL that follow the size of its data.
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfThere } from './files.ts'

/** Included by postgresql.conf, whose later lines win. */
export const sizeSettingsFile = 'lapwing-size.conf'

const megabyte = 1024 * 1024
const [minBuffers, maxBuffers, bufferStep] = [24, 128, 8]

/** Shared buffers for a quarter of the data: a small installation should not keep what it read once in memory. */
export function sizeSettings(dataBytes: number): string {
  const steps = Math.ceil(dataBytes / 4 / megabyte / bufferStep)
  const buffers = Math.min(Math.max(steps * bufferStep, minBuffers), maxBuffers)
  return `# Written by Lapwing at each start. Set your own values at the end of postgresql.conf.\nshared_buffers = ${buffers}MB\n`
}

/** Before the server starts. */
export function writeSizeSettings(cluster: string): void {
  const file = join(cluster, sizeSettingsFile)
  try {
    const settings = sizeSettings(dataBytes(join(cluster, 'base')))
    if (readIfThere(file) === settings) return
    rmSync(file, { force: true })
    // A new file: the folder may belong to another account, which could have left a link here.
    writeFileSync(file, settings, { mode: 0o644, flag: 'wx' })
  } catch {
    // Without it, the server has PostgreSQL's own default. It refuses a damaged folder itself.
  }
}

function dataBytes(folder: string): number {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name)), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}
