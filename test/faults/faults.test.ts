// The short trials of `npm run faults`.
import { describe, expect, it } from 'vitest'
import { runTrial } from '../kit/run/trials.ts'
import { faults } from './index.ts'

describe('faults', () => {
  it.each(faults.filter(({ hasShortSize }) => hasShortSize))('$name: $promise', async (fault) => {
    const { violations } = await runTrial(fault, 'short')
    expect(violations).toEqual([])
  })
})
