import type { Trial } from '../kit/run/trials.ts'
import { apiStepSecrets } from './api-step-secrets.ts'
import { boxFiles } from './box-files.ts'
import { boxKernelMemory } from './box-kernel-memory.ts'

export const attacks: readonly Trial[] = [apiStepSecrets, boxFiles, boxKernelMemory]
