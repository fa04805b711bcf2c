import { readFileSync } from 'node:fs'

/** Empty where there is no such file, or none that this user may read. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
