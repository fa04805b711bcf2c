import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { waitUntil } from '../../../test/kit/wait-until.ts'

const program = fileURLToPath(new URL('../../../test/kit/stuck-process.ts', import.meta.url))
const stuck = 'the event loop has not turned for too long: this process is stuck and ends itself'

function start(does: 'work' | 'spin' | 'block', maxStallMs: number): { child: ChildProcess; lines: () => string[] } {
  const child = spawn(process.execPath, [program, does, String(maxStallMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout!.setEncoding('utf8').on('data', (part: string) => (text += part))
  return { child, lines: () => text.split('\n').filter((line) => line !== '') }
}

it.each(['spin', 'block'] as const)('ends a process whose main thread starts to %s, and logs why', async (does) => {
  const { child, lines } = start(does, 500)
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(lines().at(-1)!)).toMatchObject({ level: 50, time: expect.any(Number), msg: stuck, seconds: 1 })
})

it('does not end a process that was suspended for longer than the limit', async () => {
  const { child, lines } = start('work', 500)
  await waitUntil(() => lines().length > 2)
  child.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const before = lines().length
  child.kill('SIGCONT')
  await waitUntil(() => lines().length > before + 20)
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
  expect(lines().every((line) => line === 'working')).toBe(true)
})
