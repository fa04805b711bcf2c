import { runCommandLine } from '../../../cli/run.ts'

interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The command line in this process, with its output in a pipe, which can be read meanwhile. */
export async function commandLine(
  words: readonly string[],
  environment: Record<string, string>,
  printed = { stdout: '', stderr: '' },
): Promise<Printed> {
  const pipe = (name: keyof typeof printed): NodeJS.WriteStream =>
    ({ write: (text: string) => (printed[name] += text) }) as unknown as NodeJS.WriteStream
  const { signal: interruption } = new AbortController()
  const code = await runCommandLine(words, {
    stdout: pipe('stdout'),
    stderr: pipe('stderr'),
    environment,
    interruption,
  })
  return { code, ...printed }
}
