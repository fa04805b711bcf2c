import { defineMessages, plural } from '../../i18n.ts'

export const useObjectiveMessages = defineMessages({
  loading: ['Objectives', 'Ziele'],
  couldNotLoad: ['The objectives could not be loaded.', 'Die Ziele konnten nicht geladen werden.'],
  empty: ['No objectives yet', 'Noch keine Ziele'],
  emptyGives: [
    'An objective (SLO) is an uptime target for a group of monitors, such as 99.9 % over 30 days. Lapwing tracks ' +
      'its error budget and alerts you when the budget burns too fast.',
    'Ein Ziel (SLO) ist eine Verfügbarkeit für eine Gruppe von Monitoren, zum Beispiel 99,9 % über 30 Tage. ' +
      'Lapwing berechnet das Fehlerbudget und alarmiert dich, wenn es zu schnell verbraucht wird.',
  ],
  allMet: (count: number) =>
    plural(
      count,
      ['The objective is met', 'Das Ziel ist eingehalten'],
      [`${count} objectives are met`, `${count} Ziele sind eingehalten`],
    ),
  missed: (count: number) =>
    plural(
      count,
      ['1 objective is missed', '1 Ziel ist verfehlt'],
      [`${count} objectives are missed`, `${count} Ziele sind verfehlt`],
    ),
  burning: (name: string) => [
    `The budget of ${name} burns too fast`,
    `Das Budget von ${name} wird zu schnell verbraucht`,
  ],
  add: ['New objective', 'Neues Ziel'],
  removeText: [
    'Its open incident is resolved. The monitors and their incidents remain.',
    'Sein offener Vorfall wird geschlossen. Die Monitore und ihre Vorfälle bleiben erhalten.',
  ],
  noneJudged: ['Too early to judge', 'Noch nicht zu beurteilen'],
  states: {
    met: ['Met', 'Eingehalten'],
    missed: ['Missed', 'Verfehlt'],
    burning: ['Burning', 'Verbraucht sich zu schnell'],
    too_early: ['Too early to judge', 'Noch nicht zu beurteilen'],
  },
  windows: {
    '7d': ['last 7 days', 'letzten 7 Tage'],
    '28d': ['last 28 days', 'letzten 28 Tage'],
    '30d': ['last 30 days', 'letzten 30 Tage'],
    month: ['this month', 'Monat'],
  },
  about: (target: string, window: string, monitors: string) => [
    `${target} over the ${window}, ${monitors}`,
    `${target} über die ${window}, ${monitors}`,
  ],
  aboutMonth: (target: string, monitors: string) => [
    `${target} this month, ${monitors}`,
    `${target} in diesem Monat, ${monitors}`,
  ],
  monitorCount: (count: number) =>
    plural(count, ['1 monitor', '1 Monitor'], [`${count} monitors`, `${count} Monitore`]),
  uptime: ['Uptime', 'Verfügbarkeit'],
  left: ['Budget left', 'Restbudget'],
  burnRate: ['Burn rate', 'Verbrauchsrate'],
  used: ['Budget used', 'Budget verbraucht'],
  budget: ['Budget', 'Budget'],
  even: ['Used evenly', 'Gleichmäßig verbraucht'],
  chart: (name: string) => [
    `Error budget of ${name}, in minutes of all monitors`,
    `Fehlerbudget von ${name}, in Minuten aller Monitore`,
  ],
  chartFailed: ['The burn chart could not be loaded.', 'Das Verbrauchsdiagramm konnte nicht geladen werden.'],
  usedUp: ['The budget is used up.', 'Das Budget ist verbraucht.'],
  steady: ['No downtime in the last 24 hours.', 'Kein Ausfall in den letzten 24 Stunden.'],
  lasts: ['At the rate of the last 24 hours the budget lasts.', 'Beim Tempo der letzten 24 Stunden reicht das Budget.'],
  runsOut: (day: string) => [
    `At today's rate the budget is used up on ${day}.`,
    `Beim heutigen Tempo ist das Budget am ${day} verbraucht.`,
  ],
  oneOutage: (time: string) => [
    `One outage of ${time} would use up the rest.`,
    `Ein Ausfall von ${time} würde den Rest verbrauchen.`,
  ],
  outages: (one: string, all: string, count: number) => [
    `One outage of ${one} of a single monitor, or of ${all} of all ${count}, would use up the rest.`,
    `Ein Ausfall von ${one} bei einem Monitor oder von ${all} bei allen ${count} würde den Rest verbrauchen.`,
  ],
  noMonitors: ['No monitor has these tags any more.', 'Kein Monitor hat diese Tags mehr.'],
  minutes: (count: string) => [`${count} min`, `${count} min`],
})

export const useObjectiveFormMessages = defineMessages({
  add: ['New objective', 'Neues Ziel'],
  edit: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  target: ['Target in percent', 'Ziel in Prozent'],
  targetHint: [
    'Such as 99.9. 100 leaves no budget and is not possible.',
    'Zum Beispiel 99.9. Bei 100 bliebe kein Budget, das ist nicht möglich.',
  ],
  window: ['Window', 'Fenster'],
  windows: {
    '7d': ['Last 7 days', 'Letzte 7 Tage'],
    '28d': ['Last 28 days', 'Letzte 28 Tage'],
    '30d': ['Last 30 days', 'Letzte 30 Tage'],
    month: ['Calendar month', 'Kalendermonat'],
  },
  scope: ['Monitors', 'Monitore'],
  scopeHint: [
    'Choose monitors, tags or both. Tags include monitors that you add later.',
    'Wähle Monitore, Tags oder beides. Tags gelten auch für Monitore, die du später anlegst.',
  ],
  scopeMissing: ['Choose at least one monitor or tag.', 'Wähle mindestens einen Monitor oder ein Tag.'],
  fast: ['Alert if the budget burns fast', 'Alarm bei schnellem Verbrauch'],
  slow: ['Alert if the budget burns slowly', 'Alarm bei langsamem Verbrauch'],
  severities: {
    critical: ['Critical', 'Kritisch'],
    warning: ['Warning', 'Warnung'],
    off: ['Off', 'Aus'],
  },
  groups: ['Notify these contact groups', 'Diese Kontaktgruppen benachrichtigen'],
  groupsHint: ['The default group if none is chosen.', 'Die Standardgruppe, wenn keine gewählt ist.'],
  create: ['Create objective', 'Ziel anlegen'],
})
