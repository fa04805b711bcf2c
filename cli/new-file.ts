import { writeFileSync } from 'node:fs'
import { CommandError } from './exit-codes.ts'

/** Never overwrites a file. */
export function writeNewFile(path: string, content: Uint8Array): void {
  try {
    writeFileSync(path, content, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'the file exists; choose another name with --output' : `cannot be written (${code})`
    throw new CommandError(`${path}: ${why}.`)
  }
}
