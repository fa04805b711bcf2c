import type { Text } from '../../../common-messages.ts'
import { defineMessages, plural } from '../../../i18n.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }
const pastChecks = {
  en: (count: number) => plural(count, '1 check', `${number.en.format(count)} checks`),
  de: (count: number) => plural(count, '1 Prüfung', `${number.de.format(count)} Prüfungen`),
}

const operators: Readonly<Record<string, Text>> = {
  '>': ['is above', 'liegt über'],
  '<': ['is below', 'liegt unter'],
  '>=': ['is at least', 'ist mindestens'],
  '<=': ['is at most', 'ist höchstens'],
  '==': ['is', 'ist'],
  '!=': ['is not', 'ist nicht'],
  in_groups: ['is one of', 'ist einer von'],
  not_in_groups: ['is not one of', 'ist keiner von'],
  unusual: ['is unusually', 'ist ungewöhnlich'],
}

export const useRuleMessages = defineMessages({
  title: ['Rules', 'Regeln'],
  add: ['Add rule', 'Regel hinzufügen'],
  addRule: ['Add rule', 'Regel hinzufügen'],
  save: ['Save rule', 'Regel speichern'],
  edit: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  delete: ['Delete rule…', 'Regel löschen …'],
  deleteTitle: (name: string) => [`Delete rule ${name}?`, `Regel ${name} löschen?`],
  deleteText: [
    'Its open incidents are resolved. Past incidents remain.',
    'Ihre offenen Vorfälle werden geschlossen. Frühere Vorfälle bleiben erhalten.',
  ],
  deleteVerb: ['Delete rule', 'Regel löschen'],
  failed: ['The rules could not be loaded.', 'Die Regeln konnten nicht geladen werden.'],
  none: [
    'No rules yet. Without a rule this monitor never sends an alert.',
    'Noch keine Regeln. Ohne Regel sendet dieser Monitor nie einen Alarm.',
  ],
  isOn: (name: string) => [`Enable ${name}`, `${name} aktivieren`],
  turnedOn: (name: string) => [`${name} turned on`, `${name} eingeschaltet`],
  turnedOff: (name: string) => [`${name} turned off`, `${name} ausgeschaltet`],
  fine: ['OK', 'OK'],
  unmeasured: ['No data', 'Keine Daten'],
  standard: [
    'Default rule of this monitor type. You can turn it off, but not delete it.',
    'Standardregel dieses Monitortyps. Du kannst sie ausschalten, aber nicht löschen.',
  ],
  columns: {
    on: ['On', 'An'],
    rule: ['Rule', 'Regel'],
    severity: ['Severity', 'Schweregrad'],
    state: ['Status', 'Status'],
    fired: ['Last fired', 'Zuletzt ausgelöst'],
    change: ['Actions', 'Aktionen'],
  },
  severities: {
    critical: ['Critical', 'Kritisch'],
    warning: ['Warning', 'Warnung'],
    info: ['Info', 'Info'],
  },
  never: ['never', 'nie'],
  operators,
  check: {
    true: ['The check passes', 'Die Prüfung ist erfolgreich'],
    false: ['The check fails', 'Die Prüfung schlägt fehl'],
  },
  truths: {
    true: ['yes', 'ja'],
    false: ['no', 'nein'],
  },
  confirmed: (checks: number, locations: number, seconds: string | null) => [
    [
      plural(checks, '1 check', `${checks} checks`),
      plural(locations, '1 location', `${locations} locations`),
      ...(seconds ? [seconds] : []),
    ].join(', '),
    [
      plural(checks, '1 Prüfung', `${checks} Prüfungen`),
      plural(locations, '1 Standort', `${locations} Standorte`),
      ...(seconds ? [seconds] : []),
    ].join(', '),
  ],
  sentence: [
    '{severity} when {metric} {operator} {value} for {checks} checks in a row from {locations} or more ' +
      'locations for at least {lasting} seconds. Notify {group}.',
    '{severity}, sobald dies gilt: {metric} {operator} {value}, bei {checks} Prüfungen in Folge, von mindestens ' +
      '{locations} Standorten, mindestens {lasting} Sekunden lang. Benachrichtigt wird {group}.',
  ],
  sentenceOfReports: [
    '{severity} when {metric} {operator} {value}. Notify {group}.',
    '{severity}, sobald dies gilt: {metric} {operator} {value}. Benachrichtigt wird {group}.',
  ],
  theCheck: ['the check', 'die Prüfung'],
  outcomes: {
    false: ['fails', 'schlägt fehl'],
    true: ['passes', 'ist erfolgreich'],
  },
  confirmedAfter: (time: string) => [`Confirmed about ${time} after it begins`, `Bestätigt etwa ${time} nach Beginn`],
  fields: {
    name: ['Name', 'Name'],
    severity: ['Severity', 'Schweregrad'],
    metric: ['Metric', 'Messwert'],
    operator: ['Operator', 'Vergleich'],
    value: ['Threshold', 'Schwellenwert'],
    checks: ['Checks in a row', 'Prüfungen in Folge'],
    locations: ['Minimum locations', 'Mindestzahl der Standorte'],
    lasting: ['Minimum duration in seconds', 'Mindestdauer in Sekunden'],
    group: ['Contact group', 'Kontaktgruppe'],
    direction: ['Direction', 'Richtung'],
    floor: ['Minimum difference in milliseconds', 'Mindestabweichung in Millisekunden'],
    sensitivity: ['Sensitivity', 'Empfindlichkeit'],
  },
  directions: {
    above: ['high', 'hoch'],
    below: ['low', 'niedrig'],
    either: ['high or low', 'hoch oder niedrig'],
  },
  sensitivities: {
    low: ['low sensitivity', 'geringer Empfindlichkeit'],
    normal: ['normal sensitivity', 'normaler Empfindlichkeit'],
    high: ['high sensitivity', 'hoher Empfindlichkeit'],
  },
  unusual: {
    by: ['for this hour of the week, by at least', 'für diese Stunde der Woche, um mindestens'],
    milliseconds: ['ms, with', 'ms, mit'],
    waiting: ['Waiting for data', 'Wartet auf Daten'],
    waitingUntil: (date: string) => [
      `This rule compares with the last four weeks. It starts when two weeks are stored, on ${date}.`,
      'Diese Regel vergleicht mit den letzten vier Wochen. ' +
        `Sie beginnt, sobald zwei Wochen gespeichert sind, am ${date}.`,
    ],
    waitingForChecks: [
      'This rule compares with the last four weeks. It starts two weeks after the first check.',
      'Diese Regel vergleicht mit den letzten vier Wochen. Sie beginnt zwei Wochen nach der ersten Prüfung.',
    ],
    band: (low: string, high: string) => [
      `Usual at this hour of the week: ${low} to ${high}.`,
      `Üblich zu dieser Stunde der Woche: ${low} bis ${high}.`,
    ],
    bandFrom: (location: string, low: string, high: string) => [
      `${location}: ${low} to ${high}`,
      `${location}: ${low} bis ${high}`,
    ],
    bands: (list: string) => [
      `Usual at this hour of the week: ${list}.`,
      `Üblich zu dieser Stunde der Woche: ${list}.`,
    ],
  },
  verbs: {
    critical: ['Critical alert', 'Kritischer Alarm'],
    warning: ['Warning', 'Warnung'],
    info: ['Info', 'Info'],
  },
  everybody: ["the monitor's contacts", 'jeder Kontakt des Monitors'],
  current: (value: string) => [`now ${value}`, `jetzt ${value}`],
  range: (unit: string, least: string, most: string) => [
    `${unit}, ${least} to ${most}`,
    `${unit}, ${least} bis ${most}`,
  ],
  back: ['Test period', 'Testzeitraum'],
  spans: {
    '24': ['24 h', '24 h'],
    '168': ['7 days', '7 Tage'],
    '720': ['30 days', '30 Tage'],
  },
  lasting: {
    '24': ['24 hours', '24 Stunden'],
    '168': ['7 days', '7 Tagen'],
    '720': ['30 days', '30 Tagen'],
  },
  backtest: {
    waiting: ['Testing on past checks…', 'Wird an früheren Prüfungen getestet …'],
    quiet: (span: string, checks: number) => [
      `In the last ${span} this rule would not have fired (${pastChecks.en(checks)}).`,
      `In den letzten ${span} hätte diese Regel nicht ausgelöst (${pastChecks.de(checks)}).`,
    ],
    fired: (span: string, times: number) =>
      plural(
        times,
        [
          `In the last ${span} this rule would have fired once`,
          `In den letzten ${span} hätte diese Regel einmal ausgelöst`,
        ],
        [
          `In the last ${span} this rule would have fired ${number.en.format(times)} times`,
          `In den letzten ${span} hätte diese Regel ${number.de.format(times)}-mal ausgelöst`,
        ],
      ),
    over: (time: string, checks: number) => [
      `, for ${time} in total (${pastChecks.en(checks)}).`,
      `, insgesamt ${time} lang (${pastChecks.de(checks)}).`,
    ],
    short: (times: number) =>
      plural(
        times,
        [
          '1 of them lasted less than a minute. Consider requiring more checks in a row.',
          '1 davon dauerte weniger als eine Minute. Verlange besser mehr Prüfungen in Folge.',
        ],
        [
          `${number.en.format(times)} of them lasted less than a minute. Consider requiring more checks in a row.`,
          `${number.de.format(times)} davon dauerten weniger als eine Minute. Verlange besser mehr Prüfungen ` +
            'in Folge.',
        ],
      ),
    unmeasured: [
      'No check in this period measured this metric.',
      'Keine Prüfung in diesem Zeitraum hat diesen Wert gemessen.',
    ],
    label: (firings: number, incidents: number) => [
      `Would have fired: ${firings}. Actual incidents: ${incidents}.`,
      `Hätte ausgelöst: ${firings}. Tatsächliche Vorfälle: ${incidents}.`,
    ],
    incidents: ['Actual incidents', 'Tatsächliche Vorfälle'],
    firing: (at: string, time: string, value: string) => [`${at}, ${time}, ${value}`, `${at}, ${time}, ${value}`],
    before: (time: string, incident: number) => [`${time} before #${incident}`, `${time} vor #${incident}`],
    after: (time: string, incident: number) => [
      `${time} after #${incident} started`,
      `${time} nach Beginn von #${incident}`,
    ],
    alone: ['no incident at that time', 'kein Vorfall zu dieser Zeit'],
    failed: [
      'The rule could not be tested on past checks.',
      'Die Regel konnte nicht an früheren Prüfungen getestet werden.',
    ],
  },
})
