import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const program = join(import.meta.dirname, 'kit/launched.mjs')
const startedWith = (env: Readonly<Record<string, string>>): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [program], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } }),
  )

it('starts a program with its options of V8 and one heap for all threads', () => {
  expect(startedWith({})).toEqual({ flags: ['--expose-gc'], heaps: '1' })
})

it('leaves the number of heaps to an operator who sets it', () => {
  expect(startedWith({ MALLOC_ARENA_MAX: '4' })).toEqual({ flags: ['--expose-gc'], heaps: '4' })
})
