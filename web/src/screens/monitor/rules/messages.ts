import { defineMessages, plural } from '../../../i18n.ts'

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }

export const ruleMessages = defineMessages({
  en: {
    title: 'Rules',
    add: 'Add rule',
    addRule: 'Add rule',
    save: 'Save rule',
    cancel: 'Cancel',
    edit: (name: string) => `Edit ${name}`,
    delete: 'Delete rule…',
    deleteTitle: (name: string) => `Delete rule ${name}?`,
    deleteText: 'Its open incidents are resolved. Past incidents remain.',
    deleteVerb: 'Delete rule',
    failed: 'The rules could not be loaded.',
    none: 'No rules yet. Without a rule this monitor never sends an alert.',
    isOn: (name: string) => `Enable ${name}`,
    turnedOn: (name: string) => `${name} turned on`,
    turnedOff: (name: string) => `${name} turned off`,
    off: 'Off',
    fine: 'OK',
    standard: 'Default rule of this monitor type. You can turn it off, but not delete it.',
    columns: { on: 'On', rule: 'Rule', severity: 'Severity', state: 'Status', fired: 'Last fired', change: 'Actions' },
    severities: { critical: 'Critical', warning: 'Warning', info: 'Info' },
    never: 'never',
    operators: {
      '>': 'is above',
      '<': 'is below',
      '>=': 'is at least',
      '<=': 'is at most',
      '==': 'is',
      '!=': 'is not',
      in_groups: 'is one of',
      not_in_groups: 'is not one of',
    } as Readonly<Record<string, string>>,
    check: { true: 'The check passes', false: 'The check fails' },
    truths: { true: 'yes', false: 'no' },
    confirmed: (checks: number, locations: number, seconds: string | null) =>
      [
        plural('en', checks, { one: '1 check', other: `${checks} checks` }),
        plural('en', locations, { one: '1 location', other: `${locations} locations` }),
        ...(seconds ? [seconds] : []),
      ].join(', '),
    sentence:
      '{severity} when {metric} {operator} {value} for {checks} checks in a row from {locations} or more ' +
      'locations for at least {lasting} seconds. Notify {group}.',
    fields: {
      name: 'Name',
      severity: 'Severity',
      metric: 'Metric',
      operator: 'Operator',
      value: 'Threshold',
      checks: 'Checks in a row',
      locations: 'Minimum locations',
      lasting: 'Minimum duration in seconds',
      group: 'Contact group',
    },
    verbs: { critical: 'Critical alert', warning: 'Warning', info: 'Info' },
    everybody: "the monitor's contacts",
    current: (value: string) => `now ${value}`,
    range: (unit: string, least: string, most: string) => `${unit}, ${least} to ${most}`,
    back: 'Backtest period',
    spans: { '24': '24 h', '168': '7 days', '720': '30 days' },
    lasting: { '24': '24 hours', '168': '7 days', '720': '30 days' },
    backtest: {
      waiting: 'Testing on past checks…',
      quiet: (span: string, checks: number) =>
        `In the last ${span} this rule would not have fired (${number.en.format(checks)} checks).`,
      fired: (span: string, times: number) =>
        plural('en', times, {
          one: `In the last ${span} this rule would have fired once`,
          other: `In the last ${span} this rule would have fired ${number.en.format(times)} times`,
        }),
      over: (time: string, checks: number) => `, for ${time} in total (${number.en.format(checks)} checks).`,
      short: (times: number) =>
        plural('en', times, {
          one: '1 of them lasted less than a minute. Consider requiring more checks in a row.',
          other:
            `${number.en.format(times)} of them lasted less than a minute. Consider requiring more checks in a ` +
            'row.',
        }),
      unmeasured: 'No check in this period measured this metric.',
      label: (firings: number, incidents: number) => `Would have fired: ${firings}. Actual incidents: ${incidents}.`,
      incidents: 'Actual incidents',
      firing: (at: string, time: string, value: string) => `${at}, ${time}, ${value}`,
      before: (time: string, incident: number) => `${time} before #${incident}`,
      after: (time: string, incident: number) => `${time} after #${incident} started`,
      alone: 'no incident at that time',
      failed: 'The rule could not be tested on past checks.',
    },
  },
  de: {
    title: 'Regeln',
    add: 'Regel hinzufügen',
    addRule: 'Regel hinzufügen',
    save: 'Regel speichern',
    cancel: 'Abbrechen',
    edit: (name: string) => `${name} bearbeiten`,
    delete: 'Regel löschen …',
    deleteTitle: (name: string) => `Regel ${name} löschen?`,
    deleteText: 'Ihre offenen Vorfälle werden geschlossen. Frühere Vorfälle bleiben erhalten.',
    deleteVerb: 'Regel löschen',
    failed: 'Die Regeln konnten nicht geladen werden.',
    none: 'Noch keine Regeln. Ohne Regel sendet dieser Monitor nie einen Alarm.',
    isOn: (name: string) => `${name} aktivieren`,
    turnedOn: (name: string) => `${name} eingeschaltet`,
    turnedOff: (name: string) => `${name} ausgeschaltet`,
    off: 'Aus',
    fine: 'OK',
    standard: 'Standardregel dieses Monitortyps. Du kannst sie ausschalten, aber nicht löschen.',
    columns: {
      on: 'An',
      rule: 'Regel',
      severity: 'Schweregrad',
      state: 'Status',
      fired: 'Zuletzt ausgelöst',
      change: 'Aktionen',
    },
    severities: { critical: 'Kritisch', warning: 'Warnung', info: 'Info' },
    never: 'nie',
    operators: {
      '>': 'über',
      '<': 'unter',
      '>=': 'mindestens',
      '<=': 'höchstens',
      '==': 'gleich',
      '!=': 'ungleich',
      in_groups: 'einer von',
      not_in_groups: 'keiner von',
    } as Readonly<Record<string, string>>,
    check: { true: 'Die Prüfung ist erfolgreich', false: 'Die Prüfung schlägt fehl' },
    truths: { true: 'ja', false: 'nein' },
    confirmed: (checks: number, locations: number, seconds: string | null) =>
      [
        plural('de', checks, { one: '1 Prüfung', other: `${checks} Prüfungen` }),
        plural('de', locations, { one: '1 Standort', other: `${locations} Standorte` }),
        ...(seconds ? [seconds] : []),
      ].join(', '),
    sentence:
      '{severity}, wenn {metric} {operator} {value} ist: {checks} Prüfungen in Folge, von mindestens ' +
      '{locations} Standorten, für mindestens {lasting} Sekunden. Benachrichtigen: {group}.',
    fields: {
      name: 'Name',
      severity: 'Schweregrad',
      metric: 'Messwert',
      operator: 'Vergleich',
      value: 'Schwellenwert',
      checks: 'Prüfungen in Folge',
      locations: 'Mindestzahl der Standorte',
      lasting: 'Mindestdauer in Sekunden',
      group: 'Kontaktgruppe',
    },
    verbs: { critical: 'Kritischer Alarm', warning: 'Warnung', info: 'Info' },
    everybody: 'die Kontakte des Monitors',
    current: (value: string) => `jetzt ${value}`,
    range: (unit: string, least: string, most: string) => `${unit}, ${least} bis ${most}`,
    back: 'Zeitraum des Rücktests',
    spans: { '24': '24 h', '168': '7 Tage', '720': '30 Tage' },
    lasting: { '24': '24 Stunden', '168': '7 Tagen', '720': '30 Tagen' },
    backtest: {
      waiting: 'Wird an früheren Prüfungen getestet …',
      quiet: (span: string, checks: number) =>
        `In den letzten ${span} hätte diese Regel nicht ausgelöst (${number.de.format(checks)} Prüfungen).`,
      fired: (span: string, times: number) =>
        plural('de', times, {
          one: `In den letzten ${span} hätte diese Regel einmal ausgelöst`,
          other: `In den letzten ${span} hätte diese Regel ${number.de.format(times)}-mal ausgelöst`,
        }),
      over: (time: string, checks: number) => `, insgesamt ${time} lang (${number.de.format(checks)} Prüfungen).`,
      short: (times: number) =>
        plural('de', times, {
          one: '1 davon dauerte weniger als eine Minute. Verlange besser mehr Prüfungen in Folge.',
          other:
            `${number.de.format(times)} davon dauerten weniger als eine Minute. Verlange besser mehr Prüfungen ` +
            'in Folge.',
        }),
      unmeasured: 'Keine Prüfung in diesem Zeitraum hat diesen Wert gemessen.',
      label: (firings: number, incidents: number) =>
        `Hätte ausgelöst: ${firings}. Tatsächliche Vorfälle: ${incidents}.`,
      incidents: 'Tatsächliche Vorfälle',
      firing: (at: string, time: string, value: string) => `${at}, ${time}, ${value}`,
      before: (time: string, incident: number) => `${time} vor #${incident}`,
      after: (time: string, incident: number) => `${time} nach Beginn von #${incident}`,
      alone: 'kein Vorfall zu dieser Zeit',
      failed: 'Die Regel konnte nicht an früheren Prüfungen getestet werden.',
    },
  },
})
