// The sentences of a timeline.
import { defineMessages } from '../../i18n.ts'

const englishSilences: Readonly<Record<string, string>> = {
  maintenance: 'because of maintenance',
  shadow: 'because the monitor is in shadow mode',
  dependency: 'because a monitor that this one depends on is down',
}

const germanSilences: Readonly<Record<string, string>> = {
  maintenance: 'weil eine Wartung lief',
  shadow: 'weil der Monitor im Schattenbetrieb läuft',
  dependency: 'weil ein Monitor, von dem dieser abhängt, ausgefallen ist',
}

const englishThrough = (through: string): string => (through ? ` through ${through}` : '')
const germanThrough = (through: string): string => (through ? ` über ${through}` : '')

export const useEventMessages = defineMessages({
  lapwing: ['Lapwing', 'Lapwing'],
  channel: ['A deleted channel', 'Ein gelöschter Kanal'],
  theAlert: ['alert', 'Alarm'],
  theTaking: ['acknowledgement', 'Bestätigung'],
  theEnd: ['recovery', 'Entwarnung'],
  pagedNobody: ['Nobody could be paged.', 'Niemand konnte alarmiert werden.'],
  assigned: (who: string, name: string | undefined) =>
    name === undefined
      ? [`${who} assigned the incident to nobody.`, `${who} hat die Zuweisung aufgehoben.`]
      : who === name
        ? [`${who} took the incident.`, `${who} hat den Vorfall übernommen.`]
        : [`${who} assigned the incident to ${name}.`, `${who} hat den Vorfall ${name} zugewiesen.`],
  reopened: [
    'It failed again within minutes, so the incident was reopened.',
    'Der Fehler trat innerhalb weniger Minuten wieder auf, der Vorfall wurde erneut geöffnet.',
  ],
  reopenedBy: (who: string) => [`${who} reopened the incident.`, `${who} hat den Vorfall wieder geöffnet.`],
  unacknowledged: (who: string) => [
    `${who} took the acknowledgement back.`,
    `${who} hat die Bestätigung zurückgenommen.`,
  ],
  firstFailure: (location: string | undefined, error: string | null | undefined) => [
    `First failed check${location ? ` from ${location}` : ''}${error ? `: ${error}` : ''}`,
    `Erste fehlgeschlagene Prüfung${location ? ` von ${location}` : ''}${error ? `: ${error}` : ''}`,
  ],
  opened: (message: string) => [`Incident opened: ${message}`, `Vorfall geöffnet: ${message}`],
  confirmed: (locations: string) =>
    locations ? [`Confirmed from ${locations}.`, `Bestätigt von ${locations}.`] : ['Confirmed.', 'Bestätigt.'],
  joined: (incident: number, message: string) => [
    `Related incident #${incident} added: ${message}`,
    `Zugehöriger Vorfall #${incident}: ${message}`,
  ],
  affects: (monitor: string, incident: number, message: string) => [
    `${monitor}, which depends on it, is failing too (#${incident}): ${message}`,
    `${monitor} hängt davon ab und ist auch gestört (#${incident}): ${message}`,
  ],
  affected: (monitor: string, incident: number) => [
    `Affected by ${monitor} (#${incident}), so nobody is notified of this incident.`,
    `Betroffen vom Ausfall von ${monitor} (#${incident}), deshalb wird zu diesem Vorfall niemand benachrichtigt.`,
  ],
  unexplained: [
    'The monitor it depends on has recovered, but this one is still failing.',
    'Der Monitor, von dem er abhängt, ist wieder in Ordnung, dieser aber noch nicht.',
  ],
  vendorReported: (vendor: string, title: string) => [
    `${vendor} reports an incident: ${title}`,
    `${vendor} meldet einen Vorfall: ${title}`,
  ],
  vendorRecovered: (vendor: string, title: string) => [
    `${vendor} no longer reports the incident: ${title}`,
    `${vendor} meldet den Vorfall nicht mehr: ${title}`,
  ],
  changed: (message: string) => [`The failure changed: ${message}`, `Der Fehler hat sich geändert: ${message}`],
  deliveredTo: (channel: string, what: string) => [
    `${channel} was notified (${what}).`,
    `${channel} wurde benachrichtigt (${what}).`,
  ],
  notDelivered: (channel: string, what: string, why: string) => [
    `${channel} could not be notified (${what}): ${why}`,
    `${channel} konnte nicht benachrichtigt werden (${what}): ${why}`,
  ],
  keptSilent: (channel: string, what: string, reason: string) => [
    `${channel} was not notified (${what}) ${englishSilences[reason] ?? englishSilences.maintenance}.`,
    `${channel} wurde nicht benachrichtigt (${what}), ${germanSilences[reason] ?? germanSilences.maintenance}.`,
  ],
  paged: (people: string) => [`Paged ${people}.`, `Alarmiert: ${people}.`],
  /** `through` is the channel of a reply, or empty. */
  acknowledged: (who: string, through: string) => [
    `${who} acknowledged the incident${englishThrough(through)}.`,
    `${who} hat den Vorfall${germanThrough(through)} bestätigt.`,
  ],
  resolved: (value: string) => (value ? [`Resolved: ${value}.`, `Behoben: ${value}.`] : ['Resolved.', 'Behoben.']),
  resolvedBy: (who: string, through: string) => [
    `${who} resolved the incident${englishThrough(through)}.`,
    `${who} hat den Vorfall${germanThrough(through)} geschlossen.`,
  ],
  muted: (who: string, through: string) => [
    `${who} muted the monitor's alerts for 1 hour${englishThrough(through)}.`,
    `${who} hat die Alarme des Monitors${germanThrough(through)} für 1 Stunde stummgeschaltet.`,
  ],
  passedOn: (who: string, through: string) => [
    `${who} passed the incident on${englishThrough(through)}.`,
    `${who} hat den Vorfall${germanThrough(through)} weitergegeben.`,
  ],
  falsePositive: (who: string, reason: string) => [
    `${who} marked it as a false positive: ${reason}`,
    `${who} hat ihn als Fehlalarm markiert: ${reason}`,
  ],
  notFalse: (who: string) => [
    `${who} removed the false positive mark.`,
    `${who} hat die Markierung als Fehlalarm entfernt.`,
  ],
})

export type EventTexts = ReturnType<typeof useEventMessages>
