import { defineMessages, plural } from '../../i18n.ts'

export const useMonitorMessages = defineMessages({
  loading: ['Monitor', 'Monitor'],
  lasting: (state: string, time: string) => [`${state} for ${time}`, `${state} seit ${time}`],
  copyTarget: ['Copy target', 'Ziel kopieren'],
  locations: (count: number) =>
    plural(count, ['1 location', '1 Standort'], [`${count} locations`, `${count} Standorte`]),
  strategies: {
    roundrobin: ['one after another', 'nacheinander'],
    random: ['in random order', 'in zufälliger Reihenfolge'],
    parallel: ['all at once', 'alle gleichzeitig'],
  },
  actions: {
    check: ['Run check now', 'Jetzt prüfen'],
    pause: ['Pause', 'Pausieren'],
    resume: ['Resume', 'Fortsetzen'],
    edit: ['Edit', 'Bearbeiten'],
    more: ['More actions', 'Weitere Aktionen'],
    copy: ['Duplicate', 'Duplizieren'],
    test: ['Send test alert', 'Testalarm senden'],
    export: ['Export as YAML', 'Als YAML exportieren'],
    delete: ['Delete…', 'Löschen …'],
  },
  tested: (channels: string) => [`Test alert sent to ${channels}`, `Testalarm an ${channels} gesendet`],
  testedNobody: [
    'No test sent: no channel sends alerts for this monitor.',
    'Kein Test gesendet: Kein Kanal sendet die Alarme dieses Monitors.',
  ],
  deleteText: (rules: number, days: number) => [
    `This also deletes ${plural(rules, '1 rule', `${rules} rules`)} and ` +
      `${plural(days, '1 day', `${days} days`)} of history. Its incidents remain. ` +
      'This cannot be undone.',
    `Dabei werden auch ${plural(rules, '1 Regel', `${rules} Regeln`)} und ` +
      `${plural(days, '1 Tag', `${days} Tage`)} Verlauf gelöscht. Die Vorfälle ` +
      'bleiben erhalten. Das lässt sich nicht rückgängig machen.',
  ],
  deleteVerb: (name: string, days: number) => [
    `Delete ${name} and ${plural(days, '1 day', `${days} days`)} of history`,
    `${name} und ${plural(days, '1 Tag', `${days} Tage`)} Verlauf löschen`,
  ],
  tabs: ['Monitor sections', 'Bereiche des Monitors'],
  tab: {
    overview: ['Overview', 'Übersicht'],
    checks: ['Checks', 'Prüfungen'],
    pings: ['Check-ins', 'Meldungen'],
    rules: ['Rules', 'Regeln'],
    incidents: ['Incidents', 'Vorfälle'],
    maintenance: ['Maintenance', 'Wartung'],
    configuration: ['Configuration', 'Konfiguration'],
    activity: ['Activity', 'Aktivität'],
  },
  problem: {
    incident: (number: number) => [`Incident #${number}`, `Vorfall #${number}`],
    nobody: ['Not acknowledged.', 'Nicht bestätigt.'],
    onIt: (name: string) => [`Acknowledged by ${name}.`, `Bestätigt von ${name}.`],
    affectedBy: (name: string) => [
      `Affected by ${name}, so nobody is notified.`,
      `Betroffen von ${name}, deshalb wird niemand benachrichtigt.`,
    ],
    take: ['Acknowledge', 'Bestätigen'],
    only: (location: string) => [`Only ${location} reports a failure.`, `Nur ${location} meldet einen Fehler.`],
    onlyWhy: [
      'Lapwing sends no alert until a second location confirms it.',
      'Lapwing sendet erst einen Alarm, wenn ein zweiter Standort den Fehler bestätigt.',
    ],
    mute: (location: string) => [`Ignore ${location}`, `${location} ignorieren`],
    muted: (location: string) => [
      `${location} is ignored for this monitor`,
      `${location} wird für diesen Monitor ignoriert`,
    ],
    unmuted: (location: string) => [
      `${location} counts again for this monitor`,
      `${location} zählt für diesen Monitor wieder`,
    ],
  },
  paused: [
    'Paused. No checks run and nobody is notified.',
    'Pausiert. Es laufen keine Prüfungen, und niemand wird benachrichtigt.',
  ],
  pausedBy: (name: string, when: string) => [
    `Paused by ${name} ${when}. No checks run and nobody is notified.`,
    `Pausiert von ${name}, ${when}. Es laufen keine Prüfungen, und niemand wird benachrichtigt.`,
  ],
  first: (time: string) => [`First check in ${time}`, `Erste Prüfung in ${time}`],
  firstSoon: ['The first check starts in a moment.', 'Die erste Prüfung startet gleich.'],
  waitingForPing: ['Waiting for the first check-in.', 'Wartet auf die erste Meldung.'],
  nextPing: ['Next check-in due', 'Nächste Meldung fällig'],
  pingAddress: ['Check-in URL:', 'URL für Meldungen:'],
  uptime: {
    '24h': ['Uptime, 24 h', 'Verfügbarkeit, 24 h'],
    '7d': ['7 days', '7 Tage'],
    '30d': ['30 days', '30 Tage'],
    '90d': ['90 days', '90 Tage'],
  },
  median: ['Median response time', 'Antwortzeit (Median)'],
  p95: (text: string) => [`p95 up to ${text}`, `p95 bis ${text}`],
  left: ['days left', 'Tage verbleiben'],
  days: {
    title: ['Last 90 days', 'Letzte 90 Tage'],
    down: (days: number, time: string) =>
      plural(
        days,
        [`1 day with downtime, ${time} in total`, `1 Tag mit Ausfall, insgesamt ${time}`],
        [`${days} days with downtime, ${time} in total`, `${days} Tage mit Ausfall, insgesamt ${time}`],
      ),
    degraded: (days: number) =>
      plural(days, ['1 degraded', `${days} beeinträchtigt`], [`${days} degraded`, `${days} beeinträchtigt`]),
    maintenance: (days: number) => [`${days} in maintenance`, `${days} in Wartung`],
    never: ['No downtime', 'Kein Ausfall'],
    notYet: ['No data yet', 'Noch keine Daten'],
    label: (days: number, time: string) =>
      days === 0
        ? ['Last 90 days: no downtime', 'Letzte 90 Tage: kein Ausfall']
        : plural(
            days,
            [`Last 90 days: down on 1 day, ${time} in total`, `Letzte 90 Tage: Ausfall an 1 Tag, insgesamt ${time}`],
            [
              `Last 90 days: down on ${days} days, ${time} in total`,
              `Letzte 90 Tage: Ausfall an ${days} Tagen, insgesamt ${time}`,
            ],
          ),
    today: ['today', 'heute'],
    untracked: (day: string) => [`no data before ${day}`, `keine Daten vor ${day}`],
    one: {
      up: (day: string, uptime: string) => [`${day}: up, ${uptime}`, `${day}: läuft, ${uptime}`],
      down: (day: string, time: string, incidents: string) => [
        `${day}: down for ${time}${incidents}`,
        `${day}: ${time} ausgefallen${incidents}`,
      ],
      degraded: (day: string, time: string, incidents: string) => [
        `${day}: degraded for ${time}${incidents}`,
        `${day}: ${time} beeinträchtigt${incidents}`,
      ],
      maintenance: (day: string) => [`${day}: maintenance`, `${day}: Wartung`],
      unknown: (day: string) => [`${day}: no data`, `${day}: keine Daten`],
    },
    incidents: (numbers: string, count: number) =>
      plural(
        count,
        [`, 1 incident (${numbers})`, `, 1 Vorfall (${numbers})`],
        [`, ${count} incidents (${numbers})`, `, ${count} Vorfälle (${numbers})`],
      ),
  },
  chart: {
    response: ['Response time', 'Antwortzeit'],
    by: ['Group by', 'Gruppieren nach'],
    location: ['By location', 'Nach Standort'],
    phase: ['By phase', 'Nach Phase'],
    span: ['Time range', 'Zeitraum'],
    spans: {
      '1h': ['1 h', '1 h'],
      '24h': ['24 h', '24 h'],
      '7d': ['7 days', '7 Tage'],
      '30d': ['30 days', '30 Tage'],
    },
    metric: ['Metric', 'Messwert'],
    add: ['Add metric', 'Messwert hinzufügen'],
    remove: (name: string) => [`Remove ${name} chart`, `Diagramm ${name} entfernen`],
    label: (name: string, span: string, incidents: number) => [
      `${name}, last ${span}; ${plural(incidents, '1 incident', `${incidents} incidents`)}`,
      `${name}, letzte ${span}; ${plural(incidents, '1 Vorfall', `${incidents} Vorfälle`)}`,
    ],
    incident: (number: number) => [`Incident #${number}`, `Vorfall #${number}`],
    empty: ['No data in this time range.', 'Keine Daten in diesem Zeitraum.'],
    failed: ['The chart data could not be loaded.', 'Die Daten für das Diagramm konnten nicht geladen werden.'],
    reset: ['Reset zoom', 'Zoom zurücksetzen'],
  },
  location: {
    title: ['Locations', 'Standorte'],
    note: ['last 24 hours', 'letzte 24 Stunden'],
    now: ['Status', 'Status'],
    name: ['Location', 'Standort'],
    median: ['Median', 'Median'],
    p95: ['p95', 'p95'],
    hour: ['Last hour', 'Letzte Stunde'],
    success: ['Success', 'Erfolg'],
    checked: ['Last check', 'Letzte Prüfung'],
    lastHour: (name: string) => [`${name}, last hour`, `${name}, letzte Stunde`],
    silent: (when: string) => [`offline since ${when}`, `offline seit ${when}`],
    muted: ['Ignored', 'Ignoriert'],
    unmute: ['Stop ignoring', 'Nicht mehr ignorieren'],
    failed: ['The locations could not be loaded.', 'Die Standorte konnten nicht geladen werden.'],
  },
  who: {
    title: ['Notifications', 'Benachrichtigungen'],
    test: ['Send test', 'Test senden'],
    group: ['Group', 'Gruppe'],
    usual: ['Default group', 'Standardgruppe'],
    channels: ['Channels', 'Kanäle'],
    escalation: ['Escalation policy', 'Eskalationsregel'],
    nobody: ['No channel sends its alerts', 'Kein Kanal sendet seine Alarme'],
    reminders: ['Reminders', 'Erinnerungen'],
    never: ['none', 'keine'],
  },
})

export const useAgentMessages = defineMessages({
  waiting: ['Waiting for the first report of the agent.', 'Wartet auf den ersten Bericht des Agenten.'],
  reports: ['The agent on this machine reports these figures.', 'Der Agent auf diesem Rechner meldet diese Werte.'],
  enrol: ['Enrol the agent', 'Agent anmelden'],
  open: ['Disks, services and processes', 'Festplatten, Dienste und Prozesse'],
})
