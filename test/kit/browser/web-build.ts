// What a screen of the dashboard loads before it can be shown, and how much of the line that takes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../lapwing/process.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const dist = join(checkout, 'web', 'dist')

export interface Loaded {
  readonly file: string
  readonly gzipped: number
}

/** Of the first screen, which comes with the page, or of another folder of web/src/screens. */
export function filesOf(screen?: string): Loaded[] {
  const chunks = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set(['index.html', chunks['style.css']!.file])
  const follow = (name: string): void => {
    const { file, imports = [] } = chunks[name]!
    if (files.has(file)) return
    files.add(file)
    imports.forEach(follow)
  }
  follow('index.html')
  if (screen) follow(`src/screens/${screen}/index.tsx`)
  return [...files].map((file) => ({ file, gzipped: sizeOf(join(dist, file)) }))
}

const sizeOf = (file: string): number => readFileSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).length
