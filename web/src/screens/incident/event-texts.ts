// The sentences of a timeline, in both languages.
export interface TimelineTexts {
  readonly lapwing: string
  readonly channel: string
  readonly theAlert: string
  readonly theTaking: string
  readonly theEnd: string
  readonly pagedNobody: string
  readonly reopened: string
  readonly unexplained: string
  firstFailure(location: string | undefined, error: string | null | undefined): string
  opened(message: string): string
  confirmed(locations: string): string
  joined(incident: number, message: string): string
  affects(monitor: string, incident: number, message: string): string
  affected(monitor: string, incident: number): string
  vendorReported(vendor: string, title: string): string
  vendorRecovered(vendor: string, title: string): string
  changed(message: string): string
  toldChannel(channel: string, what: string): string
  notTold(channel: string, what: string, why: string): string
  keptSilent(channel: string, what: string, reason: string): string
  paged(people: string): string
  /** `through` is the channel of a reply, or empty. */
  acknowledged(who: string, through: string): string
  resolved(value: string): string
  resolvedBy(who: string, through: string): string
  muted(who: string, through: string): string
  passedOn(who: string, through: string): string
  falsePositive(who: string, reason: string): string
  notFalse(who: string): string
}

const englishSilences: Readonly<Record<string, string>> = {
  maintenance: 'because of maintenance',
  shadow: 'because the monitor is in shadow mode',
  dependency: 'because a monitor that this one depends on is down',
}

const germanSilences: Readonly<Record<string, string>> = {
  maintenance: 'wegen Wartung',
  shadow: 'weil der Monitor im Schattenbetrieb läuft',
  dependency: 'weil ein Monitor, von dem dieser abhängt, ausgefallen ist',
}

const englishThrough = (through: string): string => (through ? ` through ${through}` : '')
const germanThrough = (through: string): string => (through ? ` über ${through}` : '')

export const englishEvents: TimelineTexts = {
  lapwing: 'Lapwing',
  channel: 'a deleted channel',
  theAlert: 'alert',
  theTaking: 'acknowledgement',
  theEnd: 'recovery',
  pagedNobody: 'Nobody could be paged.',
  reopened: 'It failed again within minutes, so the incident was reopened.',
  firstFailure: (location, error) =>
    `First failed check${location ? ` from ${location}` : ''}${error ? `: ${error}` : ''}`,
  opened: (message) => `Incident opened: ${message}`,
  confirmed: (locations) => (locations ? `Confirmed from ${locations}.` : 'Confirmed.'),
  joined: (incident, message) => `Related incident #${incident} added: ${message}`,
  affects: (monitor, incident, message) => `${monitor}, which depends on it, is failing too (#${incident}): ${message}`,
  affected: (monitor, incident) => `Affected by ${monitor} (#${incident}), so nobody is notified of this incident.`,
  unexplained: 'The monitor it depends on has recovered, but this one is still failing.',
  vendorReported: (vendor, title) => `${vendor} reports an incident: ${title}`,
  vendorRecovered: (vendor, title) => `${vendor} no longer reports the incident: ${title}`,
  changed: (message) => `The failure changed: ${message}`,
  toldChannel: (channel, what) => `${channel} was notified (${what}).`,
  notTold: (channel, what, why) => `${channel} could not be notified (${what}): ${why}`,
  keptSilent: (channel, what, reason) =>
    `${channel} was not notified (${what}) ${englishSilences[reason] ?? englishSilences.maintenance}.`,
  paged: (people) => `Paged ${people}.`,
  acknowledged: (who, through) => `${who} acknowledged the incident${englishThrough(through)}.`,
  resolved: (value) => (value ? `Resolved: ${value}.` : 'Resolved.'),
  resolvedBy: (who, through) => `${who} resolved the incident${englishThrough(through)}.`,
  muted: (who, through) => `${who} muted alerts of the monitor for 1 hour${englishThrough(through)}.`,
  passedOn: (who, through) => `${who} passed the incident on${englishThrough(through)}.`,
  falsePositive: (who, reason) => `${who} marked it as a false positive: ${reason}`,
  notFalse: (who) => `${who} removed the false positive mark.`,
}

export const germanEvents: TimelineTexts = {
  lapwing: 'Lapwing',
  channel: 'Ein gelöschter Kanal',
  theAlert: 'Alarm',
  theTaking: 'Bestätigung',
  theEnd: 'Entwarnung',
  pagedNobody: 'Niemand konnte alarmiert werden.',
  reopened: 'Der Fehler trat innerhalb weniger Minuten wieder auf, der Vorfall wurde erneut geöffnet.',
  firstFailure: (location, error) =>
    `Erste fehlgeschlagene Prüfung${location ? ` von ${location}` : ''}${error ? `: ${error}` : ''}`,
  opened: (message) => `Vorfall geöffnet: ${message}`,
  confirmed: (locations) => (locations ? `Bestätigt von ${locations}.` : 'Bestätigt.'),
  joined: (incident, message) => `Zugehöriger Vorfall #${incident}: ${message}`,
  affects: (monitor, incident, message) => `${monitor} hängt davon ab und ist auch gestört (#${incident}): ${message}`,
  affected: (monitor, incident) =>
    `Betroffen vom Ausfall von ${monitor} (#${incident}), deshalb wird zu diesem Vorfall niemand benachrichtigt.`,
  unexplained: 'Der Monitor, von dem er abhängt, ist wieder in Ordnung, dieser aber noch nicht.',
  vendorReported: (vendor, title) => `${vendor} meldet einen Vorfall: ${title}`,
  vendorRecovered: (vendor, title) => `${vendor} meldet den Vorfall nicht mehr: ${title}`,
  changed: (message) => `Der Fehler hat sich geändert: ${message}`,
  toldChannel: (channel, what) => `${channel} wurde benachrichtigt (${what}).`,
  notTold: (channel, what, why) => `${channel} konnte nicht benachrichtigt werden (${what}): ${why}`,
  keptSilent: (channel, what, reason) =>
    `${channel} wurde nicht benachrichtigt (${what}), ${germanSilences[reason] ?? germanSilences.maintenance}.`,
  paged: (people) => `Alarmiert: ${people}.`,
  acknowledged: (who, through) => `${who} hat den Vorfall${germanThrough(through)} bestätigt.`,
  resolved: (value) => (value ? `Behoben: ${value}.` : 'Behoben.'),
  resolvedBy: (who, through) => `${who} hat den Vorfall${germanThrough(through)} geschlossen.`,
  muted: (who, through) => `${who} hat die Alarme des Monitors${germanThrough(through)} für 1 Stunde stummgeschaltet.`,
  passedOn: (who, through) => `${who} hat den Vorfall${germanThrough(through)} weitergegeben.`,
  falsePositive: (who, reason) => `${who} hat ihn als Fehlalarm markiert: ${reason}`,
  notFalse: (who) => `${who} hat die Markierung als Fehlalarm entfernt.`,
}
