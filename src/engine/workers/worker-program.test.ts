import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { noSources } from '../../../test/kit/checks/run-check.ts'

const scoreOf = (pid: number | string): number => Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'))

// Boxes with browsers have 1000: src/browsers/boxes.test.ts.
it.skipIf(process.platform !== 'linux')(
  'a process that runs checks ends before its parent when memory runs out, and after boxes',
  async () => {
    const options = JSON.stringify({ allowPrivate: true, sources: noSources })
    const worker = fork(new URL('worker-program.ts', import.meta.url), [options], { serialization: 'advanced' })
    onTestFinished(() => void worker.kill('SIGKILL'))
    await once(worker, 'message')
    expect(scoreOf(worker.pid!)).toBe(Math.max(scoreOf('self'), 500))
    expect(scoreOf(worker.pid!)).toBeLessThan(1000)
  },
)
