import { defineMessages, plural } from '../../i18n.ts'

export const backupMessages = defineMessages({
  en: {
    failed: 'The backups could not be loaded.',
    none: 'No backups are scheduled',
    noneWhy:
      'In the settings of the server, name a folder or an S3 bucket for backups, and restart Lapwing. It then saves ' +
      'everything once a day, checks that it can be read back, and shows the result here.',
    now: 'Back up now',
    requested: 'A backup starts in a moment.',
    lastGood: 'Last good backup',
    noGood: 'None yet',
    next: 'Next backup',
    running: 'Running',
    retry: 'after a failure',
    kept: 'Kept',
    keep: (count: number) => plural('en', count, { one: '1 backup', other: `${count} backups` }),
    encryption: 'Encryption',
    encrypted: 'Encrypted',
    contains: 'with the secret key',
    plain: 'Not encrypted',
    schedule: (schedule: string) => `planned: ${schedule} UTC`,
    failing: (count: number) =>
      plural('en', count, { one: 'The last backup failed.', other: `The last ${count} backups failed.` }),
    plainWhy:
      'Anyone who can read the backups can read everything in them except stored secrets, and restoring those needs ' +
      'the secret key as well. A passphrase in the settings of the server encrypts them.',
    history: 'History',
    noRuns: 'The first backup starts in a moment.',
    states: { running: 'Running', succeeded: 'Verified', failed: 'Failed', deleted: 'Deleted' },
    elsewhere: (destination: string) => `in ${destination}`,
    restore: 'To restore one, run “lapwing restore NAME” with an empty data folder or database.',
  },
  de: {
    failed: 'Die Backups konnten nicht geladen werden.',
    none: 'Es sind keine Backups geplant',
    noneWhy:
      'Nenne in den Einstellungen des Servers einen Ordner oder einen S3-Bucket für Backups und starte Lapwing neu. ' +
      'Es sichert dann einmal am Tag alles, prüft, ob es sich wieder lesen lässt, und zeigt das Ergebnis hier.',
    now: 'Jetzt sichern',
    requested: 'Ein Backup beginnt gleich.',
    lastGood: 'Letztes gutes Backup',
    noGood: 'Noch keines',
    next: 'Nächstes Backup',
    running: 'Läuft',
    retry: 'nach einem Fehler',
    kept: 'Aufbewahrt',
    keep: (count) => plural('de', count, { one: '1 Backup', other: `${count} Backups` }),
    encryption: 'Verschlüsselung',
    encrypted: 'Verschlüsselt',
    contains: 'mit dem geheimen Schlüssel',
    plain: 'Nicht verschlüsselt',
    schedule: (schedule) => `geplant: ${schedule} UTC`,
    failing: (count) =>
      plural('de', count, {
        one: 'Das letzte Backup ist fehlgeschlagen.',
        other: `Die letzten ${count} Backups sind fehlgeschlagen.`,
      }),
    plainWhy:
      'Wer die Backups lesen kann, kann alles darin lesen, außer gespeicherten Geheimnissen. Um diese ' +
      'wiederherzustellen, brauchst du zusätzlich den geheimen Schlüssel. Eine Passphrase in den Einstellungen des ' +
      'Servers verschlüsselt die Backups.',
    history: 'Verlauf',
    noRuns: 'Das erste Backup beginnt gleich.',
    states: { running: 'Läuft', succeeded: 'Geprüft', failed: 'Fehlgeschlagen', deleted: 'Gelöscht' },
    elsewhere: (destination) => `in ${destination}`,
    restore: 'Wiederherstellen: „lapwing restore NAME“ mit leerem Datenordner oder leerer Datenbank ausführen.',
  },
})
