import type { Trial } from '../kit/run/trials.ts'
import { addressTakeover } from './address-takeover.ts'
import { apiStepSecrets } from './api-step-secrets.ts'
import { boxFiles } from './box-files.ts'
import { boxKernelMemory } from './box-kernel-memory.ts'
import { browserFairness } from './browser-fairness.ts'
import { browserWorker } from './browser-worker.ts'
import { heavyRequests } from './heavy-bodies.ts'
import { hostileProbe } from './hostile-probe.ts'
import { httpEdges } from './http-edges.ts'
import { masking } from './masking.ts'
import { pageHostTakeover } from './page-host-takeover.ts'

export const attacks: readonly Trial[] = [
  addressTakeover,
  apiStepSecrets,
  boxFiles,
  boxKernelMemory,
  browserFairness,
  browserWorker,
  heavyRequests,
  hostileProbe,
  httpEdges,
  masking,
  pageHostTakeover,
]
