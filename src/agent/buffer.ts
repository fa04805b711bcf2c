// Unsent samples, in files of up to sixty, so that sending some deletes a file. They are kept for a day at most.
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSample } from './sample.ts'

export interface Buffer {
  keep(sample: AgentSample): void
  /** The oldest samples, and a function that removes them once they are sent; null when there are none. */
  oldest(): { samples: AgentSample[]; forget(): void } | null
}

const samplesPerFile = 60
const bytesPerFile = 200_000
const maxFiles = 150
const keptMs = 24 * 3_600_000

export function openBuffer(folder: string, now: () => Date): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = (): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  let open: { path: string; samples: number; bytes: number } | null = null

  function dropOld(): void {
    const all = paths()
    const isOld = (path: string): boolean => now().getTime() - statSync(path).mtimeMs > keptMs
    const old = all.filter((path, n) => n < all.length - maxFiles || isOld(path))
    for (const path of old) rmSync(path, { force: true })
  }

  return {
    keep(sample) {
      const line = `${JSON.stringify(sample)}\n`
      if (!open || open.samples >= samplesPerFile || open.bytes + line.length > bytesPerFile) {
        open = { path: join(folder, `${now().getTime()}.jsonl`), samples: 0, bytes: 0 }
        dropOld()
      }
      appendFileSync(open.path, line, { mode: 0o600 })
      open = { ...open, samples: open.samples + 1, bytes: open.bytes + line.length }
    },
    oldest() {
      for (const path of paths()) {
        const samples = readSamples(path)
        const forget = (): void => {
          if (open?.path === path) open = null
          rmSync(path, { force: true })
        }
        if (samples.length > 0) return { samples, forget }
        forget()
      }
      return null
    },
  }
}

/** Ignores a line that was cut by a crash. */
function readSamples(path: string): AgentSample[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): AgentSample[] => {
      try {
        return line === '' ? [] : [JSON.parse(line) as AgentSample]
      } catch {
        return []
      }
    })
    .slice(0, samplesPerFile)
}
