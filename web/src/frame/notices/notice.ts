import type { LinkProps } from '@tanstack/react-router'
import type { AnswerOf } from '../../api.ts'
import type { Status } from '../../parts/states.ts'

export type Notice = AnswerOf<'/dashboard/notices', 'get'>['data'][number]

export function statusOf({ kind, is_over: isOver }: Notice): Status {
  if (isOver) return 'resolved'
  if (kind === 'incident_opened') return 'firing'
  if (kind === 'channel_failing') return 'failed'
  return kind === 'member_invited' || kind === 'member_joined' ? 'up' : 'degraded'
}

export function linkOf({ kind, subject: { id } }: Notice): LinkProps {
  switch (kind) {
    case 'incident_opened':
      return { to: '/incidents/$number', params: { number: id } }
    case 'confirmation_requested':
      return { to: '/confirmations/$id', params: { id } }
    case 'channel_failing':
      return { to: '/channels/log', search: { channel: id } }
    case 'monitor_quarantined':
      return { to: '/monitors/$id', params: { id } }
    case 'location_silent':
      return { to: '/settings/$section', params: { section: 'locations' } }
    case 'member_invited':
    case 'member_joined':
      return { to: '/settings/$section', params: { section: 'members' } }
  }
}
