import { defineMessages, numberIn, plural } from '../../../i18n.ts'

const en = numberIn('en')
const de = numberIn('de')

export const useStatusGridMessages = defineMessages({
  title: ['All monitors', 'Alle Monitore'],
  groupedBy: ['Grouped by', 'Gruppiert nach'],
  by: {
    tag: ['Tag', 'Tag'],
    type: ['Type', 'Typ'],
    location: ['Location', 'Standort'],
  },
  without: {
    tag: ['no tag', 'ohne Tag'],
    type: ['no type', 'ohne Typ'],
    location: ['no location', 'ohne Standort'],
  },
  only: (tag: string) => [`Only ${tag}`, `Nur ${tag}`],
  failed: ['The monitors could not be loaded.', 'Die Monitore konnten nicht geladen werden.'],
  group: (name: string, count: number, trouble: number) => [
    `${name}: ${plural(count, '1 monitor', `${en(count)} monitors`)}, ${trouble} with problems`,
    `${name}: ${plural(count, '1 Monitor', `${de(count)} Monitore`)}, ${trouble} mit Problemen`,
  ],
  member: (name: string, state: string) => [`${name}: ${state}`, `${name}: ${state}`],
  count: {
    up: (count: number) => [`Up ${en(count)}`, `Läuft ${de(count)}`],
    degraded: (count: number) => [`Degraded ${en(count)}`, `Beeinträchtigt ${de(count)}`],
    down: (count: number) => [`Down ${en(count)}`, `Ausgefallen ${de(count)}`],
    maintenance: (count: number) => [`Maintenance ${en(count)}`, `Wartung ${de(count)}`],
    paused: (count: number) => [`Paused ${en(count)}`, `Pausiert ${de(count)}`],
    unknown: (count: number) => [`No data ${en(count)}`, `Ohne Daten ${de(count)}`],
  },
})
