import { defineMessages } from '../../i18n.ts'

export const useHostMessages = defineMessages({
  loading: ['Host', 'Host'],
  couldNotLoad: ['This host could not be loaded.', 'Dieser Host konnte nicht geladen werden.'],
  tabs: ['Host sections', 'Bereiche des Hosts'],
  tab: {
    overview: ['Overview', 'Übersicht'],
    rules: ['Rules', 'Regeln'],
    incidents: ['Incidents', 'Vorfälle'],
    maintenance: ['Maintenance', 'Wartung'],
    configuration: ['Configuration', 'Konfiguration'],
    activity: ['Activity', 'Aktivität'],
  },
  more: ['More actions', 'Weitere Aktionen'],
  newToken: ['Create new token', 'Neues Token erstellen'],
  newTokenTitle: (name: string) => [`Create a new token for ${name}?`, `Neues Token für ${name} erstellen?`],
  newTokenText: [
    'The current token stops working at once. Until you enrol the agent again, its reports are rejected.',
    'Das jetzige Token ist sofort ungültig. Bis du den Agenten neu anmeldest, werden seine Berichte abgewiesen.',
  ],
  remove: ['Delete host…', 'Host löschen …'],
  removeTitle: (name: string) => [`Delete ${name}?`, `${name} löschen?`],
  removeText: [
    'Its monitor, rules, incidents and all measurements are also deleted. Reports of its agent are rejected.',
    'Auch der Monitor, die Regeln, die Vorfälle und alle Messwerte werden gelöscht. Berichte des Agenten werden ' +
      'abgewiesen.',
  ],
  removeVerb: (name: string) => [`Delete ${name}`, `${name} löschen`],
  removed: (name: string) => [`${name} deleted`, `${name} gelöscht`],
  cores: (count: number) => (count === 1 ? ['1 core', '1 Kern'] : [`${count} cores`, `${count} Kerne`]),
  memoryOf: (size: string) => [`${size} memory`, `${size} Speicher`],
  agent: (version: string) => [`Agent ${version}`, `Agent ${version}`],
  seen: (when: string) => [`last report ${when}`, `letzter Bericht ${when}`],
  disk: ['Fullest disk', 'Vollste Festplatte'],
  load: ['Load per core', 'Last je Kern'],
  uptime: ['Uptime', 'Laufzeit'],
  updates: ['Security updates', 'Sicherheitsupdates'],
  temperature: ['Temperature', 'Temperatur'],
  restart: ['restart required', 'Neustart nötig'],
  none: ['—', '—'],
  chart: {
    title: ['Charts', 'Diagramme'],
    span: ['Time range', 'Zeitraum'],
    spans: {
      '1h': ['1 h', '1 h'],
      '24h': ['24 h', '24 h'],
      '7d': ['7 days', '7 Tage'],
      '30d': ['30 days', '30 Tage'],
    },
    cpu: ['CPU', 'CPU'],
    memory: ['Memory', 'Speicher'],
    disks: ['Disks', 'Festplatten'],
    load: ['Load', 'Last'],
    network: ['Network', 'Netzwerk'],
    temperature: ['Temperature', 'Temperatur'],
    label: (name: string, span: string) => [`${name} over the last ${span}`, `${name}, letzte ${span}`],
    failed: ['The measurements could not be loaded.', 'Die Messwerte konnten nicht geladen werden.'],
    empty: ['No measurements in this time range.', 'Keine Messwerte in diesem Zeitraum.'],
    series: {
      cpu_pct: ['In use', 'Auslastung'],
      cpu_iowait_pct: ['Waiting for disks', 'Wartet auf Festplatten'],
      cpu_steal_pct: ['Taken by other virtual machines', 'Von anderen virtuellen Maschinen belegt'],
      mem_used_pct: ['Memory in use', 'Speicher belegt'],
      swap_used_pct: ['Swap in use', 'Swap belegt'],
      load1: ['1 min', '1 min'],
      load5: ['5 min', '5 min'],
      load15: ['15 min', '15 min'],
      net_rx_bps: ['Received', 'Empfangen'],
      net_tx_bps: ['Sent', 'Gesendet'],
      temp_c_max: ['Highest temperature', 'Höchste Temperatur'],
    },
  },
  disks: {
    title: ['Disks', 'Festplatten'],
    mount: ['Mount point', 'Einhängepunkt'],
    used: ['In use', 'Belegt'],
    free: ['Free', 'Frei'],
    forecast: ['Forecast', 'Prognose'],
    fullIn: (time: string) => [`full in ${time}`, `voll in ${time}`],
    steady: ['not filling up', 'füllt sich nicht'],
    unknown: ['known after 3 h of reports', 'bekannt nach 3 h Berichten'],
    none: ['The agent reports no disks.', 'Der Agent meldet keine Festplatten.'],
  },
  processes: {
    title: ['Busiest processes', 'Prozesse mit der höchsten Last'],
    name: ['Process', 'Prozess'],
    user: ['User', 'Benutzer'],
    cpu: ['CPU', 'CPU'],
    memory: ['Memory', 'Speicher'],
    none: [
      'No processes reported. Collecting them may be turned off in the configuration.',
      'Keine Prozesse gemeldet. Die Erfassung ist vielleicht in der Konfiguration ausgeschaltet.',
    ],
    watched: (name: string, count: number) =>
      count === 1
        ? [`${name}: 1 running`, `${name}: 1 läuft`]
        : [`${name}: ${count} running`, `${name}: ${count} laufen`],
    failed: ['The processes could not be loaded.', 'Die Prozesse konnten nicht geladen werden.'],
  },
  services: {
    title: ['Services', 'Dienste'],
    running: ['Running', 'Läuft'],
    stopped: ['Not running', 'Läuft nicht'],
    failed: ['Failed', 'Fehlgeschlagen'],
    none: [
      'No failed services. To watch services by name, add them to the configuration.',
      'Keine fehlgeschlagenen Dienste. Um bestimmte Dienste zu überwachen, trage sie in der Konfiguration ein.',
    ],
  },
  containers: {
    title: ['Containers', 'Container'],
    running: ['Running', 'Läuft'],
    stopped: ['Stopped', 'Gestoppt'],
    unhealthy: ['Unhealthy', 'Nicht gesund'],
    none: [
      'No containers reported. The agent needs access to the Docker or Podman socket.',
      'Keine Container gemeldet. Der Agent braucht Zugriff auf den Socket von Docker oder Podman.',
    ],
  },
  sampleFailed: ['The latest report could not be loaded.', 'Der letzte Bericht konnte nicht geladen werden.'],
})

export const useEnrolmentMessages = defineMessages({
  newHost: ['Add a host', 'Host hinzufügen'],
  intro: [
    'Name the machine. Lapwing then shows the command that enrols its agent.',
    'Gib dem Rechner einen Namen. Danach zeigt Lapwing den Befehl, der seinen Agenten anmeldet.',
  ],
  nameHint: [
    'As it should appear in lists and alerts, such as web-1.',
    'So, wie er in Listen und Meldungen erscheinen soll, zum Beispiel web-1.',
  ],
  tagsHint: ['Separated by commas.', 'Durch Kommas getrennt.'],
  create: ['Create enrolment command', 'Anmeldebefehl erstellen'],
  title: ['Enrol the agent', 'Agent anmelden'],
  run: [
    'Run this on the machine, in a terminal. As root it installs a service that starts with the machine; as another ' +
      'user it runs for that user. It brings its own Node if there is none.',
    'Führe das auf dem Rechner in einem Terminal aus. Als Root richtet es einen Dienst ein, der mit dem Rechner ' +
      'startet, sonst läuft es für den angemeldeten Benutzer. Fehlt Node, wird es mitgebracht.',
  ],
  systems: ['Linux, macOS', 'Linux, macOS'],
  command: ['Enrolment command', 'Anmeldebefehl'],
  once: (time: string) => [
    `The token is shown only once. Use it before ${time}.`,
    `Das Token wird nur einmal angezeigt. Verwende es vor ${time}.`,
  ],
  waiting: ['Waiting for the first report…', 'Wartet auf den ersten Bericht …'],
  noToken: [
    'The enrolment command was shown when the host was added. If you no longer have it, create a new token.',
    'Der Anmeldebefehl wurde beim Hinzufügen angezeigt. Wenn du ihn nicht mehr hast, erstelle ein neues Token.',
  ],
  viewer: ['A member has to enrol the agent.', 'Den Agenten muss jemand mit der Rolle „Mitglied“ anmelden.'],
  received: ['First report received.', 'Erster Bericht eingegangen.'],
  newToken: ['Create new token', 'Neues Token erstellen'],
})
