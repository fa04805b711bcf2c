import { defineMessages, plural } from '../../../i18n.ts'

export const statusGridMessages = defineMessages({
  en: {
    title: 'All monitors',
    groupedBy: 'Grouped by',
    by: { tag: 'Tag', type: 'Type', location: 'Location' },
    without: { tag: 'no tag', type: 'no type', location: 'no location' },
    only: (tag: string) => `Only ${tag}`,
    failed: 'The monitors could not be loaded.',
    group: (name: string, count: number, trouble: number) =>
      `${name}: ${plural('en', count, { one: '1 monitor', other: `${count} monitors` })}, ${trouble} with problems`,
    member: (name: string, state: string) => `${name}: ${state}`,
    count: {
      up: (count: number) => `Up ${count}`,
      degraded: (count: number) => `Degraded ${count}`,
      down: (count: number) => `Down ${count}`,
      maintenance: (count: number) => `Maintenance ${count}`,
      paused: (count: number) => `Paused ${count}`,
      unknown: (count: number) => `No data ${count}`,
    },
  },
  de: {
    title: 'Alle Monitore',
    groupedBy: 'Gruppiert nach',
    by: { tag: 'Tag', type: 'Typ', location: 'Standort' },
    without: { tag: 'ohne Tag', type: 'ohne Typ', location: 'ohne Standort' },
    only: (tag) => `Nur ${tag}`,
    failed: 'Die Monitore konnten nicht geladen werden.',
    group: (name, count, trouble) =>
      `${name}: ${plural('de', count, { one: '1 Monitor', other: `${count} Monitore` })}, ${trouble} mit Problemen`,
    member: (name, state) => `${name}: ${state}`,
    count: {
      up: (count) => `Läuft ${count}`,
      degraded: (count) => `Beeinträchtigt ${count}`,
      down: (count) => `Ausgefallen ${count}`,
      maintenance: (count) => `Wartung ${count}`,
      paused: (count) => `Pausiert ${count}`,
      unknown: (count) => `Ohne Daten ${count}`,
    },
  },
})
