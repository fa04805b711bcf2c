// Written by `npm run sdk` from the operations. A change belongs there.

import type { ChannelTypeName, Deletion } from '../../../sdk/src/api.ts'
export type ContactMethod = {
  object: 'contact_method'
  id: number
  name: string
  type: string
  config: Readonly<Record<string, unknown>>
  enabled: boolean
  provider: { id: number; name: string } | null
  created_at: string
  last_delivery: { status: 'sent' | 'failed' | 'silenced'; error: string | null; created_at: string } | null
}
export type ContactMethodCreate = {
  type?: ChannelTypeName
  channelId?: number
  phone?: string
  name?: string
  config?: Readonly<Record<string, unknown>>
}
export type ContactMethodTest = {
  object: 'contact_method_test'
  contact_method_id: number
  requested_at: string
  tries_left: number
}
export type Pageability = { user_id: string; name: string; ways: number; tested: number; failing: number }
export type PagingProblems = { object: 'list'; data: readonly PagingProblem[]; has_more: false }
export type PagingProblem = {
  user_id: string
  name: string
  problem: 'no_contact_method' | 'all_failing'
  schedules: readonly string[]
}
export type PushKey = { object: 'push_key'; public_key: string }
export type MyPaging = {
  object: 'my_paging'
  ways: readonly { id: number; type: string; name: string; recipient: string | null }[]
  silenced:
    | 'maintenance'
    | 'shadow'
    | 'dependency'
    | 'recovered'
    | 'obsolete'
    | 'severity_filter'
    | 'disabled'
    | 'quiet_hours'
    | 'same_address'
    | null
  on_call: readonly { schedule: string; until: string | null }[]
  escalations: readonly string[]
  email: { on: boolean; available: boolean }
  providers: readonly { channel_id: number; type: string; name: string; needs_phone: boolean }[]
}
export type MyPagingTest = { object: 'my_paging_test'; ways: number; requested_at: string }
export type EmailPaging = {
  on: boolean
  names?: { method?: string; schedule?: string; layer?: string; policy?: string }
}
export type EscalationStart = { object: 'escalation_start'; incident_ids: readonly number[] }
export type OnCallCalendarView = {
  object: 'oncall_calendar_view'
  layers: readonly {
    id: string
    name: string
    shifts: readonly {
      user: { user_id: string; name: string | null; email: string }
      starts_at: string
      ends_at: string
    }[]
  }[]
  overrides: readonly {
    user: { user_id: string; name: string | null; email: string }
    starts_at: string
    ends_at: string
    id: string
    reason: string | null
  }[]
  shifts: readonly {
    user: { user_id: string; name: string | null; email: string }
    starts_at: string
    ends_at: string
    is_override: boolean
  }[]
  gaps: readonly { starts_at: string; ends_at: string }[]
}
export type OnCallDraft = {
  scheduleId?: number
  timezone?: string
  layers: readonly {
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
  from: string
  until: string
}
export type EscalationReach = {
  object: 'escalation_reach'
  steps: readonly {
    after_minutes: number
    targets: readonly {
      type: 'schedule' | 'user' | 'contact_group' | 'channel'
      id: number | string
      name: string
      pages: readonly string[]
      missed: readonly string[]
    }[]
  }[]
  groups: readonly { id: string; name: string }[]
  waiting_incidents: number
}
export type OnCallCalendar = { object: 'oncall_calendar'; url: string }
export interface DashboardOnCallPaths {
  '/dashboard/contact-methods': {
    get: { answer: { object: 'list'; data: readonly ContactMethod[]; has_more: false } }
    post: { body: ContactMethodCreate; answer: ContactMethod }
  }
  '/dashboard/contact-methods/{id}': { delete: { params: { id: number }; answer: Deletion } }
  '/dashboard/contact-methods/{id}/test': { post: { params: { id: number }; answer: ContactMethodTest } }
  '/dashboard/pageability': { get: { answer: { object: 'list'; data: readonly Pageability[]; has_more: false } } }
  '/dashboard/paging-problems': { get: { answer: PagingProblems } }
  '/dashboard/push-key': { post: { answer: PushKey } }
  '/dashboard/my-paging': { get: { answer: MyPaging } }
  '/dashboard/my-paging/test': { post: { answer: MyPagingTest } }
  '/dashboard/my-paging/email': { put: { body: EmailPaging; answer: MyPaging } }
  '/dashboard/escalation-policies/{id}/start': { post: { params: { id: string }; answer: EscalationStart } }
  '/dashboard/on-call/{id}/calendar': {
    get: { params: { id: number }; query: { from: string; until: string }; answer: OnCallCalendarView }
  }
  '/dashboard/on-call/preview': { post: { body: OnCallDraft; answer: OnCallCalendarView } }
  '/dashboard/escalation-policies/{id}/reach': { get: { params: { id: string }; answer: EscalationReach } }
  '/dashboard/my-calendar': { get: { answer: OnCallCalendar } }
  '/dashboard/my-calendar/renew': { post: { answer: OnCallCalendar } }
}
