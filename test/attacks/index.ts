import type { Trial } from '../kit/run/trials.ts'
import { apiStepSecrets } from './api-step-secrets.ts'

export const attacks: readonly Trial[] = [apiStepSecrets]
