// Programs of a test's own in the place of real ones.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newFolder } from './files.ts'

export const hasFping = existsSync('/usr/bin/fping')
export const hasMtrPacket = existsSync('/usr/bin/mtr-packet')

/** The path of a program that does this, in the words of a shell; gone when the test is over. */
export function programThat(does: string, { mode = 0o755 } = {}): string {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  const path = join(folder.path, 'program')
  writeFileSync(path, `#!/bin/sh\n${does}\n`, { mode })
  return path
}

/** The program, and with what it has been started until now. */
export function counted(program: string): { path: string; runs(): string[] } {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  // Each run has a file of its own: a long line takes several writes, and others write meanwhile.
  const runs = (): string[] =>
    readdirSync(folder.path)
      .map((run) => readFileSync(join(folder.path, run), 'utf8'))
      .filter((line) => line.endsWith('\n'))
      .map((line) => line.trim())
  return { path: programThat(`echo "$@" > "${folder.path}/$$"\nexec "${program}" "$@"`), runs }
}
