// Written by `npm run sdk` from the operations. A change belongs there.

export type SloBurn = {
  object: 'slo_burn'
  from: string
  to: string
  monitors: number
  total_seconds: number
  points: readonly { at: string; consumed_seconds: number }[]
}
export interface DashboardObjectivesPaths {
  '/dashboard/slos/{id}/burn': { get: { params: { id: string }; answer: SloBurn } }
}
