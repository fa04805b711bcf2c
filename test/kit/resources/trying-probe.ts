// A probe that runs tries, in the process of the test, while time passes.
import { findCheck } from '../../../src/checks/index.ts'
import { type ReportedOutcome, asReported } from '../../../src/domain/outcome.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { startTries } from '../../../src/engine/probe/tries.ts'
import { embeddedLocations, seeLocations } from '../../../src/store/checking/locations.ts'
import { fakeWorkers } from '../checks/fake-workers.ts'
import { runCheck } from '../checks/run-check.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { sharedKey } from '../lapwing/start-lapwing.ts'
import { quiet } from '../log.ts'
import { artifactsNowhere } from './artifacts.ts'

/** Runs tries at the embedded locations, which are live, and returns how to stop. An outcome replaces real checks. */
export async function startTryingProbe(
  { store, clock }: TestLapwing,
  outcome?: ReportedOutcome,
): Promise<() => Promise<void>> {
  const see = async (): Promise<void> => seeLocations(store, await embeddedLocations(store), clock.now())
  await see()
  const tries = startTries({
    store,
    clock,
    log: quiet,
    vault: createVault([sharedKey]),
    artifacts: artifactsNowhere,
    locations: () => embeddedLocations(store),
    workers: fakeWorkers(
      async ({ type, target, config }) => outcome ?? asReported(await runCheck(findCheck(type)!, target, { config })),
    ),
  })
  const passing = setInterval(() => {
    clock.advance(50)
    void see()
  }, 50)
  return async () => {
    clearInterval(passing)
    await tries.stop()
  }
}
