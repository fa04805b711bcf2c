// Unsent samples of an agent or outcomes of a probe, in small files, so that sending some deletes a file. They are kept
// for a day at most.
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Buffer<Item extends object> {
  keep(item: Item): void
  /** The oldest items, and a function that removes them once they are sent; null when there are none. */
  oldest(): { items: Item[]; forget(): void } | null
}

/** Of one report of an agent. */
const maxSamples = 60
const bytesPerFile = 200_000
const maxFiles = 150
const keptMs = 24 * 3_600_000

export function openBuffer<Item extends object>(
  folder: string,
  now: () => Date,
  itemsPerFile = maxSamples,
): Buffer<Item> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = (): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  let newest = 0
  let open: { path: string; items: number; bytes: number } | null = null

  function dropOld(): void {
    const all = paths()
    const isOld = (path: string): boolean => now().getTime() - statSync(path).mtimeMs > keptMs
    const old = all.filter((path, n) => n < all.length - maxFiles || isOld(path))
    for (const path of old) rmSync(path, { force: true })
  }

  function keep(item: Item): void {
    const line = `${JSON.stringify(item)}\n`
    if (!open || open.items >= itemsPerFile || open.bytes + line.length > bytesPerFile) {
      newest = Math.max(now().getTime(), newest + 1)
      open = { path: join(folder, `${newest}.jsonl`), items: 0, bytes: 0 }
      dropOld()
    }
    appendFileSync(open.path, line, { mode: 0o600 })
    open = { ...open, items: open.items + 1, bytes: open.bytes + line.length }
  }

  return {
    keep,
    oldest() {
      for (const path of paths()) {
        const lines = linesOf(path)
        const items = lines.slice(0, itemsPerFile).flatMap(parseItem<Item>)
        const forget = (): void => {
          // Others were kept in it in the meantime.
          const others = linesOf(path).slice(Math.min(lines.length, itemsPerFile))
          if (open?.path === path) open = null
          others.flatMap(parseItem<Item>).forEach(keep)
          rmSync(path, { force: true })
        }
        if (items.length > 0) return { items, forget }
        forget()
      }
      return null
    },
  }
}

/** None if the file was dropped. */
const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []

/** Ignores a line that was cut by a crash. */
function parseItem<Item extends object>(line: string): Item[] {
  try {
    return [JSON.parse(line) as Item]
  } catch {
    return []
  }
}
