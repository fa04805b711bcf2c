import type { LinkProps } from '@tanstack/react-router'
import type { AnswerOf } from '../../api.ts'
import { defineMessages, plural } from '../../messages.ts'
import type { Status } from '../../parts/states.ts'

export type Notice = AnswerOf<'/dashboard/notices', 'get'>['data'][number]

export const noticeWords = defineMessages({
  en: {
    title: 'Notices',
    inbox: (unread: number) =>
      unread === 0 ? 'Notices' : plural('en', unread, { one: 'Notices: 1 new', other: `Notices: ${unread} new` }),
    none: 'Nothing to tell. Critical incidents, failing channels and silent locations are listed here.',
    unread: 'New',
    somebody: 'Somebody',
    kinds: {
      incident_opened: (name: string, _by: string) => `Critical incident: ${name}`,
      channel_failing: (name: string, _by: string) => `${name} does not deliver`,
      location_silent: (name: string, _by: string) => `Nothing is checked from ${name}`,
      monitor_quarantined: (name: string, _by: string) => `The check of ${name} ended the probe and rests for an hour`,
      member_invited: (name: string, by: string) => `${by} invited ${name}`,
      member_joined: (name: string, _by: string) => `${name} joined`,
    },
  },
  de: {
    title: 'Hinweise',
    inbox: (unread: number) =>
      unread === 0 ? 'Hinweise' : plural('de', unread, { one: 'Hinweise: 1 neuer', other: `Hinweise: ${unread} neue` }),
    none: 'Nichts zu melden. Kritische Vorfälle, gescheiterte Kanäle und stumme Standorte stehen hier.',
    unread: 'Neu',
    somebody: 'Jemand',
    kinds: {
      incident_opened: (name: string) => `Kritischer Vorfall: ${name}`,
      channel_failing: (name: string) => `${name} stellt nicht zu`,
      location_silent: (name: string) => `Von ${name} aus wird nichts geprüft`,
      monitor_quarantined: (name: string) => `Die Prüfung von ${name} hat die Sonde beendet und ruht eine Stunde`,
      member_invited: (name: string, by: string) => `${by} hat ${name} eingeladen`,
      member_joined: (name: string) => `${name} ist dabei`,
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
