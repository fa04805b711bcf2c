import { expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { quiet } from '../../test/kit/log.ts'
import { createBackground } from './background.ts'

it('finishes its work before it stops, and aborts what takes longer than 8 s', async () => {
  const clock = fakeClock()
  const background = createBackground({ clock, log: quiet })
  const short = Promise.withResolvers<void>()
  const ends: string[] = []
  background.start('short work', async () => {
    await short.promise
    ends.push('short')
  })
  background.start('long work', async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    ends.push('long')
    throw new Error('aborted')
  })
  const stopped = background.stop().then(() => ends.push('stopped'))
  short.resolve()
  await expect.poll(() => ends).toEqual(['short'])
  clock.advance(8000)
  await stopped
  expect(ends).toEqual(['short', 'long', 'stopped'])
})
