// Jobs that check in.
export const heartbeat = {
  'Waits for check-ins from your jobs and alerts when one is missed, fails or runs too long.':
    'Wartet auf Meldungen deiner Jobs und schlägt Alarm, wenn eine ausbleibt, ein Job fehlschlägt oder zu lange läuft.',
  'Any label, or nothing; the response contains the check-in URL':
    'Eine beliebige Bezeichnung oder nichts; die URL für die Meldungen steht nach dem Speichern da',
  Schedule: 'Zeitplan',
  'How check-ins are scheduled: a period, a cron expression or a systemd OnCalendar expression':
    'Was sagt, wann eine Meldung fällig ist: ein Intervall, ein cron-Ausdruck oder ein OnCalendar-Ausdruck von systemd',
  Period: 'Intervall',
  "Seconds between check-ins; the monitor's interval when empty":
    'Sekunden zwischen Meldungen; ohne Angabe das Intervall des Monitors',
  'Cron expression': 'Cron-Ausdruck',
  'Five cron fields (minute hour day month weekday) in the time zone below':
    'Fünf cron-Felder (Minute Stunde Tag Monat Wochentag), gelesen in der Zeitzone',
  'OnCalendar expression such as Mon..Fri 09:00; a time zone at its end overrides timezone':
    'OnCalendar-Ausdruck, etwa Mon..Fri 09:00; eine Zeitzone an seinem Ende gilt vor der Zeitzone hier',
  'Time zone': 'Zeitzone',
  'Time zone of the schedule and of the active hours': 'Zeitzone des Zeitplans und der aktiven Zeiten',
  Grace: 'Nachfrist',
  'Seconds a check-in may be late before it counts as missed':
    'Sekunden, die eine Meldung zu spät sein darf, bevor sie als ausgeblieben gilt',
  'Maximum run time': 'Längster Lauf',
  'Seconds a started job may run; the grace period when empty':
    'Sekunden, die ein begonnener Job laufen darf; ohne Angabe die Nachfrist',
  'Early tolerance': 'Zu früh erlaubt',
  'A check-in up to this many seconds before its slot counts for that slot':
    'Eine Meldung bis so viele Sekunden vor ihrer Zeit zählt für diese Zeit',
  'Allowed methods': 'Erlaubte Methoden',
  'HTTP methods that count as a check-in': 'HTTP-Methoden, die als Meldung zählen',
  'Start keywords': 'Wörter für Beginn',
  'Words in a check-in that mean the job started': 'Wörter in einer Meldung, die sagen, dass der Job begonnen hat',
  'Success keywords': 'Wörter für Erfolg',
  'Words in a check-in that mean the job succeeded': 'Wörter in einer Meldung, die sagen, dass der Job gelungen ist',
  'Fail keywords': 'Wörter für Fehler',
  'Words in a check-in that mean the job failed': 'Wörter in einer Meldung, die sagen, dass der Job fehlgeschlagen ist',
  'Keyword source': 'Wo Wörter stehen',
  'Where to search for the words; subject is for email': 'Wo die Wörter gesucht werden; der Betreff ist für E-Mail',
  'Body limit': 'Größe des Inhalts höchstens',
  "Bytes stored of a check-in's body": 'Bytes, die vom Inhalt einer Meldung gespeichert werden',
  'Allowed addresses': 'Erlaubte Adressen',
  'IP addresses and networks that check-ins may come from; any if empty':
    'IP-Adressen und Netze, aus denen Meldungen kommen dürfen; ohne Angabe alle',
  Slug: 'Kurzname',
  'Name of this monitor in check-in URLs with the ping key':
    'Name dieses Monitors in URLs für Meldungen, die den Ping-Schlüssel nutzen',
  'Resume on ping': 'Bei Meldung fortsetzen',
  'Resume the monitor when a check-in arrives while it is paused':
    'Den Monitor fortsetzen, wenn eine Meldung kommt, während er pausiert',
  'Active hours': 'Aktive Zeiten',
  'When check-ins are expected: {days, from, to}, days from 0 (Sunday) to 6; ends the next day if to is before from':
    'Wann Meldungen erwartet werden: {days, from, to}, Tage von 0 (Sonntag) bis 6, über Mitternacht, ' +
    'wenn „bis“ vor „von“ liegt',
  Missed: 'Ausgeblieben',
  'A check-in is overdue after its grace period (1 yes)': 'Eine Meldung ist über die Nachfrist hinaus fällig (1 ja)',
  Failed: 'Fehlgeschlagen',
  'The job reported a failure or a non-zero exit (1 yes)':
    'Der Job meldete einen Fehler oder einen Exit-Status außer 0 (1 ja)',
  'Exit status': 'Exit-Status',
  'Exit status the job reported': 'Exit-Status, den der Job meldete',
  Overrun: 'Läuft zu lange',
  'The job exceeds its maximum run time (1 yes)': 'Der Job läuft länger, als er darf (1 ja)',
  Late: 'Verspätung',
  'Seconds the last check-in was late': 'Sekunden, um die die letzte Meldung zu spät kam',
  'Seconds since last': 'Zeit seit der letzten Meldung',
  'Seconds since the last check-in': 'Sekunden seit der letzten Meldung',
  'Time from start to finish of the job': 'Zeit vom Beginn bis zum Ende des Jobs',
  Running: 'Läuft',
  'The job has started and not finished (1 yes)': 'Der Job hat begonnen und ist nicht zu Ende (1 ja)',
  'Pings 24h': 'Meldungen in 24 Stunden',
  'Check-ins in the last 24 hours': 'Meldungen der letzten 24 Stunden',
  'Consecutive failures': 'Fehler in Folge',
  'Failures in a row': 'Fehler in Folge',
  'A number the job posted under metrics': 'Eine Zahl, die der Job unter metrics sandte',
  'Missed Check-in': 'Meldung ausgeblieben',
  'Job Failed': 'Job fehlgeschlagen',
  'Running Too Long': 'Läuft zu lange',
}
