// Programs that know what no file tells: run without a shell, for a while, and heard only so far.
import { execFile } from 'node:child_process'

const usualMs = 20_000
const limits = { timeout: usualMs, maxBuffer: 4_000_000, windowsHide: true }

/** What it prints; null where it is missing, fails or takes too long. */
export function outputOf(program: string, words: readonly string[], timeout = usualMs): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...words],
      { ...limits, timeout, env: { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } },
      (error, text) => resolve(error ? null : text),
    )
  })
}

/** What it said when it did not do what it was asked; null when it did. */
export function failureOf(program: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...words], limits, (error, _text, complaint) =>
      resolve(error ? complaint.trim() || error.message : null),
    )
  })
}
