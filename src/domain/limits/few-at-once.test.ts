import { expect, it } from 'vitest'
import { createFewAtOnce } from './few-at-once.ts'

it('runs some calls, queues some, refuses the rest, and frees a slot after failures too', async () => {
  const few = createFewAtOnce({
    maxCount: 2,
    maxWaiting: 1,
    tooMany: 'Too many people are signing in',
    retryAfterSeconds: 5,
  })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string): Promise<string> =>
    few(() => {
      begun.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  const [one, two, three] = [work('one'), work('two'), work('three')]
  await expect(work('four')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many people are signing in. Try again in 5 s.',
    headers: { 'retry-after': '5' },
  })
  expect(begun).toEqual(['one', 'two'])
  ends.get('one')!.reject(new Error('broken'))
  await expect(one).rejects.toThrow('broken')
  expect(begun).toEqual(['one', 'two', 'three'])
  for (const name of ['two', 'three']) ends.get(name)!.resolve(name)
  expect(await Promise.all([two, three])).toEqual(['two', 'three'])
  const later = work('later')
  ends.get('later')!.resolve('done')
  expect(await later).toBe('done')
})
