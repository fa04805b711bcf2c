// The texts of the pages that links in alerts open.
import { germanCauses, problemInGerman } from '../../domain/alerting/german.ts'
import type { ReplyAction, ReplyOutcome } from '../../domain/notifying/reply.ts'
import type { Cause } from '../../domain/outcome.ts'

interface ActionText {
  /** The title of the page. */
  readonly question: string
  readonly effect: string
  readonly button: string
  /** The large button of a link for one person. */
  as(name: string): string
  readonly done: string
  readonly already: string
}

export interface ReplyTexts {
  /** A tag of BCP 47, for dates and lists. */
  readonly locale: string
  readonly actions: Readonly<Record<ReplyAction, ActionText>>
  readonly outcomes: Readonly<Record<Exclude<ReplyOutcome, 'done' | 'already'>, { title: string; text: string }>>
  by(name: string): string
  readonly forwarded: string
  actsThrough(kind: string, channel: string): string
  readonly openIncident: string
  readonly states: Readonly<Record<'critical' | 'warning' | 'acknowledged' | 'resolved' | 'closed', string>>
  isDown(name: string): string
  hasRecovered(name: string): string
  /** Of an incident that no check ended. */
  isClosed(name: string): string
  /** The problem in this language; null if it is only known in English. */
  problem(english: string): string | null
  /** What the failure means, in languages other than that of the incident's own text. */
  readonly causes: Readonly<Record<Cause, string>> | null
  readonly labels: Readonly<
    Record<
      'downFor' | 'failingFor' | 'lasted' | 'reported' | 'confirmed' | 'paged' | 'affected' | 'acknowledged' | 'closed',
      string
    >
  >
  since(duration: string, time: string): string
  from(places: string): string
  paged(names: string, ago: string): string
  next(names: string, wait: string | null): string
  readonly you: string
  affected(count: number): string
  alsoAlerted(names: string): string
  lastHour(minutes: number): string
}

const minutesIn = (minutes: number, one: string, many: string): string => (minutes === 1 ? one : `${minutes} ${many}`)

export const replyTexts: Readonly<Record<'en' | 'de', ReplyTexts>> = {
  en: {
    locale: 'en-GB',
    actions: {
      acknowledge: {
        question: 'Acknowledge this incident?',
        effect: 'Reminders and escalation stop. Everyone who was alerted sees that you are on it.',
        button: 'Acknowledge',
        as: (name) => `Acknowledge as ${name}`,
        done: 'Incident acknowledged',
        already: 'Already acknowledged',
      },
      resolve: {
        question: 'Resolve this incident?',
        effect: 'The incident closes. If the problem persists, a new incident opens after it is confirmed.',
        button: 'Resolve',
        as: (name) => `Resolve as ${name}`,
        done: 'Incident resolved',
        already: 'Already resolved',
      },
      mute: {
        question: 'Mute this monitor for 1 hour?',
        effect: 'Nobody gets alerts about this monitor for one hour. Checks continue, and uptime counts as before.',
        button: 'Mute for 1 h',
        as: (name) => `Mute for 1 h as ${name}`,
        done: 'Muted for 1 hour',
        already: 'Already muted',
      },
      'pass-on': {
        question: 'Pass this incident on?',
        effect: 'The next step of the escalation starts now.',
        button: 'Pass on',
        as: (name) => `Pass on as ${name}`,
        done: 'Incident passed on',
        already: 'Already acknowledged',
      },
    },
    outcomes: {
      resolved: { title: 'This incident is resolved', text: 'There is nothing left to do.' },
      expired: {
        title: 'This link has expired',
        text: 'Links in alerts work for 24 hours. Sign in to act on incidents.',
      },
      unknown: {
        title: 'This link does not work',
        text: 'It is incomplete, or its incident or channel no longer exists. Copy the whole link from the alert.',
      },
      replayed: { title: 'This link was already used', text: 'Each link in an alert works only once.' },
      forbidden: { title: 'This is not possible', text: '' },
    },
    by: (name) => `By ${name}.`,
    forwarded: 'Not you? The alert was forwarded to you; close this page.',
    actsThrough: (kind, channel) => `This will be recorded as done through ${kind} (${channel}).`,
    openIncident: 'Open the incident',
    states: {
      critical: 'Critical · open',
      warning: 'Warning · open',
      acknowledged: 'Acknowledged',
      resolved: 'Resolved',
      closed: 'Closed',
    },
    isDown: (name) => `${name} is down`,
    hasRecovered: (name) => `${name} has recovered`,
    isClosed: (name) => `The incident of ${name} is closed`,
    problem: (english) => english,
    causes: null,
    labels: {
      downFor: 'Down for',
      failingFor: 'Failing for',
      lasted: 'Lasted',
      reported: 'Check said',
      confirmed: 'Confirmed',
      paged: 'Paged',
      affected: 'Also failing',
      acknowledged: 'Acknowledged',
      closed: 'Closed by',
    },
    since: (duration, time) => `${duration}, since ${time}`,
    from: (places) => `from ${places}`,
    paged: (names, ago) => `${names}, ${ago} ago.`,
    next: (names, wait) => (wait === null ? `Next: ${names}` : `Next: ${names} in ${wait}`),
    you: 'You',
    affected: (count) => (count === 1 ? '1 monitor that depends on it' : `${count} monitors that depend on it`),
    alsoAlerted: (names) => `Also alerted: ${names}.`,
    lastHour: (minutes) => `Last hour: down for ${minutesIn(minutes, '1 minute', 'minutes')}`,
  },
  de: {
    locale: 'de',
    actions: {
      acknowledge: {
        question: 'Diesen Vorfall bestätigen?',
        effect: 'Erinnerungen und Eskalation enden. Alle Alarmierten sehen, dass du dich darum kümmerst.',
        button: 'Bestätigen',
        as: (name) => `Als ${name} bestätigen`,
        done: 'Vorfall bestätigt',
        already: 'Bereits bestätigt',
      },
      resolve: {
        question: 'Diesen Vorfall schließen?',
        effect: 'Der Vorfall wird geschlossen. Besteht das Problem weiter, beginnt ein neuer, sobald es bestätigt ist.',
        button: 'Schließen',
        as: (name) => `Als ${name} schließen`,
        done: 'Vorfall geschlossen',
        already: 'Bereits geschlossen',
      },
      mute: {
        question: 'Diesen Monitor 1 Stunde stummschalten?',
        effect:
          'Eine Stunde lang wird niemand zu diesem Monitor alarmiert. Er wird weiter geprüft, und die ' +
          'Verfügbarkeit zählt wie zuvor.',
        button: '1 h stummschalten',
        as: (name) => `Als ${name} 1 h stummschalten`,
        done: 'Für 1 Stunde stummgeschaltet',
        already: 'Bereits stummgeschaltet',
      },
      'pass-on': {
        question: 'Diesen Vorfall weitergeben?',
        effect: 'Der nächste Schritt der Eskalation beginnt sofort.',
        button: 'Weitergeben',
        as: (name) => `Als ${name} weitergeben`,
        done: 'Vorfall weitergegeben',
        already: 'Bereits bestätigt',
      },
    },
    outcomes: {
      resolved: { title: 'Dieser Vorfall ist geschlossen', text: 'Es ist nichts mehr zu tun.' },
      expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Links in Alarmen gelten 24 Stunden. Melde dich an, um Vorfälle zu bearbeiten.',
      },
      unknown: {
        title: 'Dieser Link funktioniert nicht',
        text:
          'Er ist unvollständig, oder sein Vorfall oder Kanal existiert nicht mehr. Kopiere den ganzen Link aus dem ' +
          'Alarm.',
      },
      replayed: {
        title: 'Dieser Link wurde bereits benutzt',
        text: 'Jeder Link in einem Alarm funktioniert nur einmal.',
      },
      forbidden: { title: 'Das ist nicht möglich', text: 'Du kannst diesen Vorfall nicht bearbeiten.' },
    },
    by: (name) => `Von ${name}.`,
    forwarded: 'Bist du das nicht? Dann wurde der Alarm an dich weitergeleitet: Schließe diese Seite.',
    actsThrough: (kind, channel) => `Im Verlauf steht dann, dass es über ${kind} (${channel}) geschah.`,
    openIncident: 'Vorfall öffnen',
    states: {
      critical: 'Kritisch · offen',
      warning: 'Warnung · offen',
      acknowledged: 'Bestätigt',
      resolved: 'Behoben',
      closed: 'Geschlossen',
    },
    isDown: (name) => `${name} ist ausgefallen`,
    hasRecovered: (name) => `${name} funktioniert wieder`,
    isClosed: (name) => `Der Vorfall von ${name} ist geschlossen`,
    problem: problemInGerman,
    causes: germanCauses,
    labels: {
      downFor: 'Ausfall',
      failingFor: 'Störung',
      lasted: 'Dauer',
      reported: 'Meldung',
      confirmed: 'Bestätigt',
      paged: 'Alarmiert',
      affected: 'Auch gestört',
      acknowledged: 'Übernommen',
      closed: 'Geschlossen',
    },
    since: (duration, time) => `${duration}, seit ${time}`,
    from: (places) => `aus ${places}`,
    paged: (names, ago) => `${names}, vor ${ago}.`,
    next: (names, wait) => (wait === null ? `Danach: ${names}` : `Danach: ${names} in ${wait}`),
    you: 'Du',
    affected: (count) => (count === 1 ? '1 Monitor, der davon abhängt' : `${count} Monitore, die davon abhängen`),
    alsoAlerted: (names) => `Ebenfalls alarmiert: ${names}.`,
    lastHour: (minutes) => `Letzte Stunde: ${minutesIn(minutes, '1 Minute', 'Minuten')} ausgefallen`,
  },
}
