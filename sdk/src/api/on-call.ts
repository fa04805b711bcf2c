// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from './status-pages.ts'
export type OnCallSchedule = {
  object: 'oncall_schedule'
  id: number
  name: string
  timezone: string
  enabled: boolean
  layer_count: number
  current_on_call: { user_id: string; name: string | null; email: string } | null
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type OnCallScheduleCreate = {
  name: string
  timezone?: string
  enabled?: boolean
  layers?: readonly {
    id?: string
    name: string
    rotation: 'daily' | 'weekly' | 'custom'
    shiftLengthSeconds?: number
    handoffAt?: string
    startsAt?: string
    endsAt?: string | null
    restrictions?: readonly { days: readonly number[]; from: string; to: string }[]
    userIds: readonly string[]
  }[]
}
export type OnCallScheduleInFull = {
  object: 'oncall_schedule'
  id: number
  name: string
  timezone: string
  enabled: boolean
  layer_count: number
  current_on_call: { user_id: string; name: string | null; email: string } | null
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
  layers: readonly {
    id: string
    name: string
    position: number
    rotation: 'daily' | 'weekly' | 'custom'
    shift_length_seconds: number
    handoff_at: string
    starts_at: string
    ends_at: string | null
    restrictions: readonly { days: readonly number[]; from: string; to: string }[]
    users: readonly { user_id: string; name: string | null; email: string }[]
  }[]
  next_on_call: { user_id: string; name: string | null; email: string; starts_at: string } | null
  gaps_7d: number
  calendar_url: string | null
}
export type OnCallScheduleUpdate = {
  name?: string
  timezone?: string
  enabled?: boolean
  layers?: readonly {
    id?: string
    name: string
    rotation: 'daily' | 'weekly' | 'custom'
    shiftLengthSeconds?: number
    handoffAt?: string
    startsAt?: string
    endsAt?: string | null
    restrictions?: readonly { days: readonly number[]; from: string; to: string }[]
    userIds: readonly string[]
  }[]
}
export type OnCallShift = {
  object: 'oncall_shift'
  user: { user_id: string; name: string | null; email: string }
  layer_id: string | null
  starts_at: string
  ends_at: string
  is_override: boolean
}
export type OnCall = {
  object: 'oncall'
  schedule_id: number
  at: string
  user: { user_id: string; name: string | null; email: string } | null
  layer_id: string | null
  is_override: boolean
}
export type OnCallOverride = {
  object: 'oncall_override'
  id: string
  schedule_id: number
  user: { user_id: string; name: string | null; email: string }
  starts_at: string
  ends_at: string
  reason: string | null
  created_at: string
}
export type OnCallOverrideCreate = { userId: string; startsAt: string; endsAt: string; reason?: string | null }
export type EscalationPolicy = {
  object: 'escalation_policy'
  id: string
  name: string
  repeat_count: number
  steps: readonly {
    delay_minutes: number
    targets: readonly { type: 'schedule' | 'user' | 'contact_group' | 'channel'; id: number | string }[]
  }[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type EscalationPolicyCreate = {
  name: string
  repeatCount?: number
  steps: readonly {
    delayMinutes: number
    targets: readonly (
      | { type: 'schedule'; id: number }
      | { type: 'user'; id: string }
      | { type: 'contact_group'; id: string }
      | { type: 'channel'; id: number }
    )[]
  }[]
}
export type EscalationPolicyUpdate = {
  name?: string
  repeatCount?: number
  steps?: readonly {
    delayMinutes: number
    targets: readonly (
      | { type: 'schedule'; id: number }
      | { type: 'user'; id: string }
      | { type: 'contact_group'; id: string }
      | { type: 'channel'; id: number }
    )[]
  }[]
}
export interface OnCallPaths {
  '/on-call-schedules': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly OnCallSchedule[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: OnCallScheduleCreate; answer: OnCallScheduleInFull }
  }
  '/on-call-schedules/{id}': {
    get: { params: { id: number }; answer: OnCallScheduleInFull }
    patch: { params: { id: number }; body: OnCallScheduleUpdate; answer: OnCallScheduleInFull }
    delete: { params: { id: number }; answer: Deletion }
  }
  '/on-call-schedules/{id}/renew-calendar': { post: { params: { id: number }; answer: OnCallScheduleInFull } }
  '/on-call-schedules/{id}/shifts': {
    get: {
      params: { id: number }
      query?: { from?: string; until?: string }
      answer: { object: 'list'; data: readonly OnCallShift[]; has_more: false }
    }
  }
  '/on-call-schedules/{id}/on-call': { get: { params: { id: number }; query?: { at?: string }; answer: OnCall } }
  '/on-call-schedules/{id}/overrides': {
    get: {
      params: { id: number }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly OnCallOverride[]; has_more: boolean; next_cursor: string | null }
    }
    post: { params: { id: number }; body: OnCallOverrideCreate; answer: OnCallOverride }
  }
  '/on-call-schedules/{id}/overrides/{overrideId}': {
    delete: { params: { id: number; overrideId: string }; answer: Deletion }
  }
  '/escalation-policies': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly EscalationPolicy[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: EscalationPolicyCreate; answer: EscalationPolicy }
  }
  '/escalation-policies/{id}': {
    get: { params: { id: string }; answer: EscalationPolicy }
    patch: { params: { id: string }; body: EscalationPolicyUpdate; answer: EscalationPolicy }
    delete: { params: { id: string }; answer: Deletion }
  }
}
