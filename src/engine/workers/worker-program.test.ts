import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { noSources } from '../../../test/kit/checks/run-check.ts'
import { startDockerApi } from '../../../test/kit/servers/docker-api.ts'
import type { FromWorker } from './messages.ts'

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

it('opens only the Unix sockets that the installation allows', async () => {
  const [allowed, other] = [await startDockerApi(), await startDockerApi()]
  for (const api of [allowed, other]) api.add({ name: 'shop' })
  const options = JSON.stringify({ allowPrivate: true, sockets: [allowed.socket], sources: noSources })
  const worker = fork(new URL('worker-program.ts', import.meta.url), [options], { serialization: 'advanced' })
  onTestFinished(() => void worker.kill('SIGKILL'))
  const errors = new Map<number, string | null>()
  const isDone = new Promise<void>((resolve) => {
    worker.on('message', ({ finished }: FromWorker) => {
      for (const [id, { error }] of finished) errors.set(id, error)
      if (errors.size === 2) resolve()
    })
  })
  const job = { type: 'docker', monitorId: 'm', config: { container: 'shop' }, deadlineMs: 60_000 }
  worker.send([allowed, other].map(({ socket }, id) => [id, { ...job, target: `unix://${socket}` }, false]))
  await isDone
  expect(errors.get(0)).toBeNull()
  expect(errors.get(1)).toContain('LAPWING_DOCKER_SOCKETS')
  expect(other.requests).toEqual([])
})
