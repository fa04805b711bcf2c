// The short trials of `npm run faults`.
import { beforeAll, describe, expect, it } from 'vitest'
import { askForPostgres } from '../kit/lapwing/ask-for-postgres.ts'
import { runTrial } from '../kit/run/trials.ts'
import { faults } from './index.ts'
import { beginWithCopyOf } from './installation.ts'

describe('faults', () => {
  beforeAll(async () => beginWithCopyOf(await askForPostgres<string>('data-folder')))

  it.each(faults.filter(({ hasShortSize }) => hasShortSize))('$name: $promise', async (fault) => {
    const { violations } = await runTrial(fault, 'short')
    expect(violations).toEqual([])
  })
})
