import { readFileSync } from 'node:fs'

/** Empty if the file does not exist or this user may not read it. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
