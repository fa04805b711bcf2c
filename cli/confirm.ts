import { createInterface } from 'node:readline/promises'
import type { Output } from './output/output.ts'
import { plainText } from './output/plain-text.ts'

/** False without a terminal, where nobody can answer. */
export async function confirm(
  question: string,
  { output, signal }: { readonly output: Output; readonly signal: AbortSignal },
): Promise<boolean> {
  if (!output.isTerminal || process.stdin.isTTY !== true) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // The terminal is in raw mode, so that Ctrl-C arrives here.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return /^y(es)?$/i.test((await lines.question(plainText(question).replace(/\s*$/, ' '), { signal })).trim())
  } finally {
    lines.close()
  }
}
