// How people call what they set of a monitor.
import type { Text } from '../../common-messages.ts'
import { defineMessages } from '../../i18n.ts'
import type { MonitorDraft } from './monitor-fields.ts'

export const useMonitorFieldMessages = defineMessages({
  names: {
    name: ['Name', 'Name'],
    type: ['Type', 'Typ'],
    target: ['Target', 'Ziel'],
    description: ['Description', 'Beschreibung'],
    interval: ['Check every', 'Prüfen alle'],
    locations: ['Check from', 'Prüfen von'],
    schedulingStrategy: ['Location order', 'Reihenfolge der Standorte'],
    tags: ['Tags', 'Tags'],
    shadow: ['Shadow mode', 'Schattenbetrieb'],
    dependsOn: ['Depends on', 'Hängt ab von'],
    config: ['Settings', 'Einstellungen'],
    alertRules: ['Alert rules', 'Alarmregeln'],
  } satisfies Record<keyof MonitorDraft, Text>,
  /** Below the controls that the editor draws by itself. */
  hints: {
    description: [
      'What it is for, and what to do when it is down.',
      'Wofür er da ist, und was zu tun ist, wenn er ausfällt.',
    ],
    shadow: [
      'Lapwing checks it and records incidents, but sends no alerts.',
      'Lapwing prüft und hält Vorfälle fest, sendet aber keine Alarme.',
    ],
  } satisfies Partial<Record<keyof MonitorDraft, Text>>,
})
