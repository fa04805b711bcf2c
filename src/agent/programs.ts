// Runs programs without a shell, with a timeout and limited output.
import { execFile } from 'node:child_process'

const usualMs = 20_000
const limits = { timeout: usualMs, maxBuffer: 4_000_000, windowsHide: true }

/** Its output; null if it is missing, fails or times out. */
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

/** The error output of a failed program; null on success. */
export function failureOf(program: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...words], limits, (error, _text, stderr) =>
      resolve(error ? stderr.trim() || error.message : null),
    )
  })
}
