// Texts of the monitor's tabs.
import { defineMessages } from '../../i18n.ts'

export const useTabMessages = defineMessages({
  incidents: {
    earlier: ['Earlier incidents', 'Frühere Vorfälle'],
    all: (count: number) => [`All ${count}`, `Alle ${count}`],
    none: ['No incidents yet', 'Noch keine Vorfälle'],
    noneBefore: ['No earlier incidents.', 'Keine früheren Vorfälle.'],
    noneText: [
      'When enough checks from enough locations violate a rule, the incident appears here with all details.',
      'Wenn genug Prüfungen von genug Standorten eine Regel verletzen, erscheint der Vorfall hier mit allen Details.',
    ],
    failed: ['The incidents could not be loaded.', 'Die Vorfälle konnten nicht geladen werden.'],
    columns: {
      status: ['Status', 'Status'],
      incident: ['Incident', 'Vorfall'],
      started: ['Started', 'Beginn'],
      lasted: ['Duration', 'Dauer'],
      severity: ['Severity', 'Schweregrad'],
    },
  },
  maintenance: {
    none: ['No maintenance scheduled', 'Keine Wartung geplant'],
    noneText: [
      'During maintenance nobody is notified, and the time can be excluded from uptime.',
      'Während einer Wartung wird niemand benachrichtigt, und die Zeit kann bei der Verfügbarkeit ' +
        'unberücksichtigt bleiben.',
    ],
    hour: ['Start maintenance for 1 hour', 'Wartung für 1 Stunde starten'],
    plan: ['Schedule maintenance…', 'Wartung planen …'],
    started: (until: string) => [`In maintenance until ${until}`, `In Wartung bis ${until}`],
    name: (monitor: string) => [`${monitor}: quick maintenance`, `${monitor}: schnelle Wartung`],
    end: ['End now', 'Jetzt beenden'],
    ended: ['Maintenance ended', 'Wartung beendet'],
    columns: {
      name: ['Name', 'Name'],
      starts: ['Starts', 'Beginn'],
      lasts: ['Duration', 'Dauer'],
      repeats: ['Repeats', 'Wiederholung'],
      effect: ['Effect', 'Wirkung'],
      change: ['Actions', 'Aktionen'],
    },
    repeats: {
      once: ['Once', 'Einmal'],
      daily: ['Daily', 'Täglich'],
      weekly: ['Weekly', 'Wöchentlich'],
      monthly: ['Monthly', 'Monatlich'],
    },
    quiet: ['no alerts', 'keine Alarme'],
    uncounted: ['excluded from uptime', 'zählt nicht zur Verfügbarkeit'],
    covers: {
      own: ['this monitor', 'dieser Monitor'],
      tag: (tag: string) => [`tag ${tag}`, `Tag ${tag}`],
      all: ['the whole organization', 'die ganze Organisation'],
    },
    failed: ['The maintenance windows could not be loaded.', 'Die Wartungsfenster konnten nicht geladen werden.'],
  },
  configuration: {
    title: ['Configuration', 'Konfiguration'],
    form: ['Values', 'Werte'],
    shownAs: ['View as', 'Ansicht'],
    copy: ['Copy', 'Kopieren'],
    usual: ['default', 'Standard'],
    stored: ['stored, hidden', 'gespeichert, verborgen'],
    secrets: [
      'Secrets are never shown. They appear as [redacted].',
      'Geheimnisse werden nie angezeigt. Sie erscheinen als [redacted].',
    ],
    values: {
      yes: ['yes', 'ja'],
      no: ['no', 'nein'],
      none: ['none', 'keine'],
    },
    created: ['Created', 'Angelegt'],
  },
  activity: {
    none: ['No changes yet', 'Noch keine Änderungen'],
    failed: ['The activity could not be loaded.', 'Die Aktivität konnte nicht geladen werden.'],
    somebody: ['Lapwing', 'Lapwing'],
    by: (who: string) => [`by ${who}`, `von ${who}`],
  },
  pings: {
    none: ['No check-ins yet', 'Noch keine Meldungen'],
    noneText: ['Have your job call this URL:', 'Lass deinen Job diese URL aufrufen:'],
    failed: ['The check-ins could not be loaded.', 'Die Meldungen konnten nicht geladen werden.'],
    columns: {
      kind: ['Type', 'Art'],
      at: ['Time', 'Zeit'],
      took: ['Duration', 'Dauer'],
      from: ['From', 'Von'],
      exit: ['Exit code', 'Exit-Code'],
    },
    kinds: {
      success: ['Success', 'Erfolg'],
      start: ['Start', 'Start'],
      fail: ['Failure', 'Fehler'],
      log: ['Log', 'Log'],
      ignored: ['Ignored', 'Ignoriert'],
    },
    body: ['Output', 'Ausgabe'],
  },
})
