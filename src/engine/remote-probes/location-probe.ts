// Runs the checks and tries of one location through its probes elsewhere, with the code of embedded probes.
import type { ProbeAccess } from '../../domain/probing/gateway.ts'
import { maxRepetitionMs } from '../../domain/probing/late-outcome.ts'
import type { Vault } from '../../domain/vault.ts'
import type { CheckPlan } from '../../store/checking/check-plans.ts'
import type { OutcomeQueue } from '../judge/outcome-queue.ts'
import type { DueCheck } from '../probe/plans.ts'
import type { ProbeHealth } from '../probe/probe-health.ts'
import { startProbe } from '../probe/probe.ts'
import type { ArtifactKeeping } from '../probe/save-artifacts.ts'
import { startTries } from '../probe/tries.ts'
import { createAllowances } from '../workers/allowances.ts'
import type { CheckOrder } from '../workers/messages.ts'
import { needsBrowser } from '../workers/order-facts.ts'
import { SharedAnswerStep } from '../workers/shared-answers.ts'
import { type Step, withSteps } from '../workers/steps.ts'
import { RemoteWorkers } from './remote-workers.ts'
import { sealTicket } from './tickets.ts'
import type { EngineServices } from '../services.ts'

export interface RemoteProbeServices extends EngineServices {
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

/** Checks with a browser are costly, plans count them, and their pictures could not be kept. */
function repetitionOf({ locationIntervalSeconds }: CheckPlan, order: CheckOrder): number {
  const everyMs = locationIntervalSeconds * 1000
  return needsBrowser(order) || everyMs > maxRepetitionMs ? 0 : everyMs
}

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
  const handOver = ({ turn, plan, order }: DueCheck) => {
    const claimedAt = clock.now().getTime()
    const { deadlineSeconds, intervalSeconds } = plan
    // A check may wait for its host for as long as its interval.
    const leaseMs = (deadlineSeconds + intervalSeconds) * 1000 + leaseMarginMs
    const repeatEveryMs = repetitionOf(plan, order)
    const ticket = sealTicket(vault, { turn, claimedAt, leaseEndsAt: claimedAt + leaseMs, repeatEveryMs })
    return { ticket, repeatEveryMs: repeatEveryMs > 0 ? repeatEveryMs : undefined }
  }
  const parts = {
    ...services,
    workers: withSteps(remote, steps),
    slots: remote.slots,
    outcomes,
    probeHealth: testedElsewhere,
    locations: async () => [location],
    organizationId: organizationId ?? undefined,
    handOver,
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
