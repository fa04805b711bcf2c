// The short attacks of `npm run attacks`.
import { beforeAll, describe, expect, it } from 'vitest'
import { runningClock } from '../kit/clock.ts'
import { askForPostgres } from '../kit/lapwing/ask-for-postgres.ts'
import { takeLapwing } from '../kit/lapwing/lapwing-pool.ts'
import { runTrial } from '../kit/run/trials.ts'
import { beginWithCopyOf } from '../faults/installation.ts'
import { attacks } from './index.ts'
import { startTenantsWith } from './tenants.ts'

describe('attacks', () => {
  beforeAll(async () => {
    beginWithCopyOf(await askForPostgres<string>('data-folder'))
    startTenantsWith(async (provision, env) => {
      const { app, giveBack } = await takeLapwing({ provision, env, clock: runningClock })
      return { origin: app.origin, pid: process.pid, stop: giveBack }
    })
  })

  it.each(attacks.filter(({ hasShortSize }) => hasShortSize))('$name: $promise', async (attack) => {
    const { violations } = await runTrial(attack, 'short')
    expect(violations).toEqual([])
  })
})
