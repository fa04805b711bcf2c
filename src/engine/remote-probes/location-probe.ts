// Runs the checks and tries of one location through its probes elsewhere, with the code of embedded probes.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { ProbeAccess } from '../../domain/probing/gateway.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Store } from '../../store/database/database.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import type { DueCheck } from '../probe/plans.ts'
import type { ProbeHealth } from '../probe/probe-health.ts'
import { startProbe } from '../probe/probe.ts'
import type { ArtifactKeeping } from '../probe/save-artifacts.ts'
import { startTries } from '../probe/tries.ts'
import { createAllowances } from '../workers/allowances.ts'
import { SharedAnswerStep } from '../workers/shared-answers.ts'
import { type Step, withSteps } from '../workers/steps.ts'
import { RemoteWorkers } from './remote-workers.ts'
import { sealTicket } from './tickets.ts'

export interface RemoteProbeServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly vault: Vault
  readonly artifacts: ArtifactKeeping
  /** Process that owns the leases. */
  readonly processId: number
}

export interface LocationProbe {
  readonly workers: RemoteWorkers
  stop(): Promise<void>
}

/** The probe tests its own network before it reports. */
const testedElsewhere: ProbeHealth = { passed: () => undefined, localFault: async () => null }
// As for checks of this installation.
const leaseMarginMs = 15_000

export function startLocationProbe(
  services: RemoteProbeServices,
  { location, organizationId }: ProbeAccess,
  outcomes: OutcomeQueue,
): LocationProbe {
  const { clock, vault } = services
  const remote = new RemoteWorkers(clock)
  const steps: Step[] = [createAllowances(services)]
  // What a private probe says must not reach the monitors of others.
  if (organizationId === null) steps.push(new SharedAnswerStep(services))
  const ticketOf = ({ turn, plan }: DueCheck): string => {
    const claimedAt = clock.now().getTime()
    const { deadlineSeconds, intervalSeconds } = plan
    // A check may wait for its host for as long as its interval.
    const leaseMs = (deadlineSeconds + intervalSeconds) * 1000 + leaseMarginMs
    return sealTicket(vault, { turn, claimedAt, leaseEndsAt: claimedAt + leaseMs })
  }
  const parts = {
    ...services,
    workers: withSteps(remote, steps),
    slots: remote.slots,
    outcomes,
    probeHealth: testedElsewhere,
    locations: async () => [location],
    organizationId: organizationId ?? undefined,
    ticketOf,
  }
  const probe = startProbe(parts)
  const tries = startTries(parts)
  return {
    workers: remote,
    async stop() {
      await tries.stop()
      await remote.stop()
      await probe.stop()
    },
  }
}
