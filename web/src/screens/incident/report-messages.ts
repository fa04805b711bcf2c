import { defineMessages } from '../../i18n.ts'

export const useIncidentReportMessages = defineMessages({
  report: ['Report', 'Bericht'],
  show: ['Show report', 'Bericht anzeigen'],
  couldNotLoad: ['The report could not be loaded.', 'Der Bericht konnte nicht geladen werden.'],
  markdown: ['Markdown', 'Markdown'],
  pdf: ['PDF', 'PDF'],
  bundle: ['Signed bundle', 'Signiertes Archiv'],
  bundleHint: [
    'The signed bundle proves what Lapwing recorded. Check it offline with “lapwing verify”.',
    'Das signierte Archiv belegt, was Lapwing aufgezeichnet hat. „lapwing verify“ prüft es offline.',
  ],
  duration: ['Duration', 'Dauer'],
  affected: ['Affected monitors', 'Betroffene Monitore'],
  nobody: ['None', 'Keine'],
  budgetOf: (name: string) => [`Error budget of ${name}`, `Fehlerbudget von ${name}`],
  burntEarly: (burnt: string) => [
    `${burnt} burnt; too early to judge`,
    `${burnt} verbraucht; noch nicht zu beurteilen`,
  ],
  burnt: (burnt: string, budget: string, percent: string) => [
    `${burnt} of ${budget} burnt (${percent})`,
    `${burnt} von ${budget} verbraucht (${percent})`,
  ],
  changes: ['Changes before it', 'Änderungen davor'],
  causeHint: ['What caused it?', 'Was war die Ursache?'],
  lessons: ['Lessons', 'Erkenntnisse'],
  lessonsHint: [
    'What went well, what did not, and where were you lucky?',
    'Was lief gut, was nicht, und wo hattet ihr Glück?',
  ],
  followUps: ['Follow-ups', 'Nächste Schritte'],
  followUpsHint: ['What remains to be done, and who does it?', 'Was ist noch zu tun, und wer macht es?'],
  notWritten: ['Not written yet', 'Noch nichts eingetragen'],
  save: ['Save report', 'Bericht speichern'],
  saved: ['Report saved', 'Bericht gespeichert'],
  changedBy: (who: string) => [`Last changed by ${who}`, `Zuletzt geändert von ${who}`],
  changedMeanwhile: (who: string) => [
    `${who} changed the report while you were writing. Copy what you need, then load their version.`,
    `${who} hat den Bericht geändert, während du geschrieben hast. Kopiere, was du brauchst, und lade ` +
      'dann die neue Fassung.',
  ],
  someone: ['Someone', 'Jemand'],
  load: ['Load their version', 'Neue Fassung laden'],
})
