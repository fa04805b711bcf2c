// Written by `npm run sdk` from the operations. A change belongs there.

export type Confirmation = {
  object: 'confirmation'
  id: string
  tool: string
  summary: string
  reason: string | null
  changes: readonly {
    object_type: string
    object_id: string | null
    object_name: string
    effect: string
    state: string | null
  }[]
  requested_by: { credential: string; client: string | null; user: string | null }
  status: 'pending' | 'confirmed' | 'refused' | 'expired' | 'used'
  created_at: string
  expires_at: string
  decided_by: { id: string; name: string } | null
  decided_at: string | null
}
export type ConfirmationDecision = { confirm: boolean }
export interface DashboardAssistantsPaths {
  '/dashboard/confirmations': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Confirmation[]; has_more: boolean; next_cursor: string | null }
    }
  }
  '/dashboard/confirmations/{id}': { get: { params: { id: string }; answer: Confirmation } }
  '/dashboard/confirmations/{id}/decision': {
    post: { params: { id: string }; body: ConfirmationDecision; answer: Confirmation }
  }
}
