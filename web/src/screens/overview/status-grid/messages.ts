import { defineMessages, numberIn, plural } from '../../../i18n.ts'

const en = numberIn('en')
const de = numberIn('de')

export const statusGridMessages = defineMessages({
  en: {
    title: 'All monitors',
    groupedBy: 'Grouped by',
    by: { tag: 'Tag', type: 'Type', location: 'Location' },
    without: { tag: 'no tag', type: 'no type', location: 'no location' },
    only: (tag: string) => `Only ${tag}`,
    failed: 'The monitors could not be loaded.',
    group: (name: string, count: number, trouble: number) =>
      `${name}: ${plural('en', count, { one: '1 monitor', other: `${en(count)} monitors` })}, ${trouble} with problems`,
    member: (name: string, state: string) => `${name}: ${state}`,
    count: {
      up: (count: number) => `Up ${en(count)}`,
      degraded: (count: number) => `Degraded ${en(count)}`,
      down: (count: number) => `Down ${en(count)}`,
      maintenance: (count: number) => `Maintenance ${en(count)}`,
      paused: (count: number) => `Paused ${en(count)}`,
      unknown: (count: number) => `No data ${en(count)}`,
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
      `${name}: ${plural('de', count, { one: '1 Monitor', other: `${de(count)} Monitore` })}, ${trouble} mit Problemen`,
    member: (name, state) => `${name}: ${state}`,
    count: {
      up: (count) => `Läuft ${de(count)}`,
      degraded: (count) => `Beeinträchtigt ${de(count)}`,
      down: (count) => `Ausgefallen ${de(count)}`,
      maintenance: (count) => `Wartung ${de(count)}`,
      paused: (count) => `Pausiert ${de(count)}`,
      unknown: (count) => `Ohne Daten ${de(count)}`,
    },
  },
})
