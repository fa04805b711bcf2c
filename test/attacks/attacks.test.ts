// The short attacks of `npm run attacks`.
import { describe, expect, it } from 'vitest'
import { runTrial } from '../kit/run/trials.ts'
import { attacks } from './index.ts'

describe('attacks', () => {
  it.each(attacks.filter(({ hasShortSize }) => hasShortSize))('$name: $promise', async (attack) => {
    const { violations } = await runTrial(attack, 'short')
    expect(violations).toEqual([])
  })
})
