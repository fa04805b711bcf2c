import { defineMessages, plural } from '../../i18n.ts'

export const useBackupMessages = defineMessages({
  failed: ['The backups could not be loaded.', 'Die Backups konnten nicht geladen werden.'],
  none: ['No backups are scheduled', 'Es sind keine Backups geplant'],
  noneWhy: [
    'In the settings of the server, name a folder or an S3 bucket for backups, and restart Lapwing. It then saves ' +
      'everything once a day, checks that it can be read back, and shows the result here.',
    'Nenne in den Einstellungen des Servers einen Ordner oder einen S3-Bucket für Backups und starte Lapwing neu. ' +
      'Es sichert dann einmal am Tag alles, prüft, ob es sich wieder lesen lässt, und zeigt das Ergebnis hier.',
  ],
  now: ['Back up now', 'Jetzt sichern'],
  requested: ['A backup starts in a moment.', 'Ein Backup beginnt gleich.'],
  lastGood: ['Last good backup', 'Letztes gutes Backup'],
  noGood: ['None yet', 'Noch keines'],
  next: ['Next backup', 'Nächstes Backup'],
  running: ['Running', 'Läuft'],
  retry: ['after a failure', 'nach einem Fehler'],
  kept: ['Kept', 'Aufbewahrt'],
  keep: (count: number) => plural(count, ['1 backup', '1 Backup'], [`${count} backups`, `${count} Backups`]),
  encryption: ['Encryption', 'Verschlüsselung'],
  encrypted: ['Encrypted', 'Verschlüsselt'],
  contains: ['with the secret key', 'mit dem geheimen Schlüssel'],
  plain: ['Not encrypted', 'Nicht verschlüsselt'],
  schedule: (schedule: string) => [`planned: ${schedule} UTC`, `geplant: ${schedule} UTC`],
  failing: (count: number) =>
    plural(
      count,
      ['The last backup failed.', 'Das letzte Backup ist fehlgeschlagen.'],
      [`The last ${count} backups failed.`, `Die letzten ${count} Backups sind fehlgeschlagen.`],
    ),
  plainWhy: [
    'Anyone who can read the backups can read everything in them except stored secrets, and restoring those needs ' +
      'the secret key as well. A passphrase in the settings of the server encrypts them.',
    'Wer die Backups lesen kann, kann alles darin lesen, außer gespeicherten Geheimnissen. Um diese ' +
      'wiederherzustellen, brauchst du zusätzlich den geheimen Schlüssel. Eine Passphrase in den Einstellungen des ' +
      'Servers verschlüsselt die Backups.',
  ],
  history: ['History', 'Verlauf'],
  noRuns: ['The first backup starts in a moment.', 'Das erste Backup beginnt gleich.'],
  states: {
    running: ['Running', 'Läuft'],
    succeeded: ['Verified', 'Geprüft'],
    failed: ['Failed', 'Fehlgeschlagen'],
    deleted: ['Deleted', 'Gelöscht'],
  },
  elsewhere: (destination: string) => [`in ${destination}`, `in ${destination}`],
  restore: [
    'To restore one, run “lapwing restore NAME” with an empty data folder or database.',
    'Wiederherstellen: „lapwing restore NAME“ mit leerem Datenordner oder leerer Datenbank ausführen.',
  ],
})
