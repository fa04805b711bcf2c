// Programs of a test's own in the place of real ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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

/** The real program, and with what it has been started until now. */
export function counted(name: string): { path: string; runs(): string[] } {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  const log = join(folder.path, 'runs')
  return {
    path: programThat(`echo "$@" >> "${log}"\nexec ${name} "$@"`),
    runs: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}
