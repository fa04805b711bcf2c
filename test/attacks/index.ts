import type { Trial } from '../kit/run/trials.ts'

export const attacks: readonly Trial[] = []
