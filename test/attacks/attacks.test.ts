// The short attacks of `npm run attacks`.
import { beforeAll, describe, expect, it } from 'vitest'
import { askForPostgres } from '../kit/lapwing/ask-for-postgres.ts'
import { runTrial } from '../kit/run/trials.ts'
import { beginWithCopyOf } from '../faults/installation.ts'
import { attacks } from './index.ts'

describe('attacks', () => {
  beforeAll(async () => beginWithCopyOf(await askForPostgres<string>('data-folder')))

  it.each(attacks.filter(({ hasShortSize }) => hasShortSize))('$name: $promise', async (attack) => {
    const { violations } = await runTrial(attack, 'short')
    expect(violations).toEqual([])
  })
})
