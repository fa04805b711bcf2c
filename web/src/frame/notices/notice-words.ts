import type { LinkProps } from '@tanstack/react-router'
import type { AnswerOf } from '../../api.ts'
import { defineMessages } from '../../messages.ts'
import type { Status } from '../../parts/states.ts'

export type Notice = AnswerOf<'/dashboard/notices', 'get'>['data'][number]

export const noticeWords = defineMessages({
  en: {
    title: 'Notifications',
    inbox: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`),
    none: 'No notifications. Critical incidents, failing channels and offline locations appear here.',
    unread: 'Unread',
    somebody: 'Someone',
    kinds: {
      incident_opened: (name: string, _by: string) => `Critical incident: ${name}`,
      channel_failing: (name: string, _by: string) => `${name} is not delivering alerts`,
      location_silent: (name: string, _by: string) => `${name} is offline: no checks run from there`,
      monitor_quarantined: (name: string, _by: string) =>
        `${name} is not checked for an hour because its check crashed repeatedly`,
      member_invited: (name: string, by: string) => `${by} invited ${name}`,
      member_joined: (name: string, _by: string) => `${name} joined`,
    },
  },
  de: {
    title: 'Mitteilungen',
    inbox: (unread) => (unread === 0 ? 'Mitteilungen' : `Mitteilungen: ${unread} ungelesen`),
    none: 'Keine Mitteilungen. Hier erscheinen kritische Vorfälle, fehlerhafte Kanäle und Standorte, die offline sind.',
    unread: 'Ungelesen',
    somebody: 'Jemand',
    kinds: {
      incident_opened: (name: string) => `Kritischer Vorfall: ${name}`,
      channel_failing: (name) => `${name} stellt keine Alarme zu`,
      location_silent: (name) => `${name} ist offline: Von dort laufen keine Prüfungen`,
      monitor_quarantined: (name) =>
        `${name} wird eine Stunde lang nicht geprüft, weil die Prüfung mehrmals abgestürzt ist`,
      member_invited: (name: string, by: string) => `${by} hat ${name} eingeladen`,
      member_joined: (name) => `${name} ist beigetreten`,
    },
  },
})

export function markOf({ kind, is_over: isOver }: Notice): Status {
  if (isOver) return 'resolved'
  if (kind === 'incident_opened') return 'firing'
  if (kind === 'channel_failing') return 'failed'
  return kind === 'member_invited' || kind === 'member_joined' ? 'up' : 'degraded'
}

export function linkOf({ kind, subject: { id } }: Notice): LinkProps {
  switch (kind) {
    case 'incident_opened':
      return { to: '/incidents/$number', params: { number: id } }
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
