// Runs in the place of a box: reads its order, and writes the frames of an attack to file descriptor 3.
import { createWriteStream } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { attempt, failedAttempt, passedTest, journeyOutput } from './journeys.ts'

const mb = 1024 * 1024
const answers = createWriteStream('', { fd: 3 })
const write = (chunk: string | Buffer): Promise<void> => new Promise((resolve) => answers.write(chunk, () => resolve()))
const frame = (value: unknown): Promise<void> => write(`${JSON.stringify(value)}\n`)

const failedTest = { title: 'x', line: 1, outcome: 'unexpected' as const }

async function sendTraces(count: number, content: Buffer, statedBytes?: number): Promise<void> {
  const zip = new ZipFile()
  zip.addBuffer(content, 'a.trace')
  zip.end()
  const bytes = await buffer(zip.outputStream)
  if (statedBytes) bytes.writeUInt32LE(statedBytes, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  for (let n = 1; n <= count; n++) {
    await frame({ file: `trace-${n}.zip`, bytes: bytes.length })
    await write(bytes)
  }
  await frame({ output: journeyOutput({ tests: [{ ...failedTest, attempts: [failedAttempt('no')] }] }) })
}

const attacks: Record<string, () => Promise<void>> = {
  none: () => frame({ output: journeyOutput({ tests: [passedTest] }) }),
  /** Fifteen traces that unpack to 1.5 GB. */
  traces: () => sendTraces(15, Buffer.alloc(100 * mb)),
  /** Traces that say at once that they are too large. */
  'large traces': () => sendTraces(15, Buffer.alloc(mb), 1536 * mb),
  'a trace of escapes': () => sendTraces(1, Buffer.alloc(30 * mb, '&amp;%25\\\\u005caaaa')),
  nesting: () => write(`{"output":${'['.repeat(4 * mb - 10)}${']'.repeat(4 * mb - 10)}}\n`),
  'unfinished nesting': () => write(`${'['.repeat(8 * mb - 10)}\n`),
  values: () => write(`{"output":[${'[],'.repeat(2 * mb)}[]]}\n`),
  async starts() {
    for (;;) await write(`${JSON.stringify({ started: true })}\n`.repeat(1000))
  },
  masking() {
    const output = 'a'.repeat(100_000)
    const error = { message: 'a'.repeat(8000), line: 1 }
    const steps = Array.from({ length: 100 }, () => ({
      title: 'a'.repeat(400),
      durationMs: 1,
      status: 'passed' as const,
    }))
    const attempts = [1, 2].map(() => attempt({ status: 'failed', error, steps }))
    return frame({
      output: journeyOutput({ output, tests: Array.from({ length: 20 }, () => ({ ...failedTest, attempts })) }),
    })
  },
  silence: async () => process.exit(7),
}

const order = JSON.parse(await text(process.stdin)) as { input: { script: string } }
const [, name = 'none'] = /\/\/ attack: (.*)/.exec(order.input.script) ?? []
await frame({ started: true })
await attacks[name]!()
