// The sentences of the overview's title and of the line below it.
import { defineMessages, numberIn, plural } from '../../i18n.ts'

const en = numberIn('en')
const de = numberIn('de')

export type Problem = 'down' | 'slow' | 'certificate' | 'silent' | 'content' | 'degraded'

export const useTitleMessages = defineMessages({
  unchecked: ['Nothing has been checked yet.', 'Es wurde noch nichts geprüft.'],
  paused: ['Everything is paused.', 'Alles ist pausiert.'],
  fine: (count: number) =>
    plural(
      count,
      ['Your monitor is fine.', 'Dein Monitor läuft.'],
      [`All ${en(count)} monitors are fine.`, `Alle ${de(count)} Monitore laufen.`],
    ),
  confirming: {
    failing: (name: string, isElsewhere: boolean) => [
      `${name} is failing; confirming ${isElsewhere ? 'from another location' : 'with another check'}.`,
      `${name} schlägt fehl; ${isElsewhere ? 'ein anderer Standort prüft nach' : 'eine weitere Prüfung folgt'}.`,
    ],
    degraded: (name: string, isElsewhere: boolean) => [
      `${name} may be degraded; confirming ${isElsewhere ? 'from another location' : 'with another check'}.`,
      `${name} ist womöglich beeinträchtigt; ` +
        `${isElsewhere ? 'ein anderer Standort prüft nach' : 'eine weitere Prüfung folgt'}.`,
    ],
  },
  confirmingMany: (count: number) => [
    `${en(count)} failures are being confirmed.`,
    `${de(count)} Fehler werden gerade bestätigt.`,
  ],
  is: {
    down: (name: string) => [`${name} is down.`, `${name} ist ausgefallen.`],
    slow: (name: string) => [`${name} is slow.`, `${name} ist langsam.`],
    certificate: (name: string) => [
      `${name} has a certificate problem.`,
      `${name} hat ein Problem mit dem Zertifikat.`,
    ],
    silent: (name: string) => [`${name} has not reported.`, `${name} hat sich nicht gemeldet.`],
    content: (name: string) => [`${name} returns the wrong content.`, `${name} liefert falschen Inhalt.`],
    degraded: (name: string) => [`${name} is degraded.`, `${name} ist beeinträchtigt.`],
  },
  isFrom: {
    down: (name: string, location: string) => [
      `${name} is down from ${location}.`,
      `${name} ist von ${location} aus nicht erreichbar.`,
    ],
    slow: (name: string, location: string) => [
      `${name} is slow from ${location}.`,
      `${name} ist von ${location} aus langsam.`,
    ],
    certificate: (name: string, location: string) => [
      `${name} has a certificate problem, seen from ${location}.`,
      `${name} hat von ${location} aus ein Problem mit dem Zertifikat.`,
    ],
    silent: (name: string) => [`${name} has not reported.`, `${name} hat sich nicht gemeldet.`],
    content: (name: string, location: string) => [
      `${name} returns the wrong content, seen from ${location}.`,
      `${name} liefert von ${location} aus falschen Inhalt.`,
    ],
    degraded: (name: string, location: string) => [
      `${name} is degraded from ${location}.`,
      `${name} ist von ${location} aus beeinträchtigt.`,
    ],
  },
  down: (count: number) =>
    plural(
      count,
      ['1 monitor is down.', '1 Monitor ist ausgefallen.'],
      [`${en(count)} monitors are down.`, `${de(count)} Monitore sind ausgefallen.`],
    ),
  degraded: (count: number) =>
    plural(
      count,
      ['1 monitor is degraded.', '1 Monitor ist beeinträchtigt.'],
      [`${en(count)} monitors are degraded.`, `${de(count)} Monitore sind beeinträchtigt.`],
    ),
  downAndDegraded: (down: number, degraded: number) => [
    `${plural(down, '1 monitor is down', `${en(down)} monitors are down`)}, ` +
      `${plural(degraded, '1 is', `${en(degraded)} are`)} degraded.`,
    `${plural(down, '1 Monitor ist ausgefallen', `${de(down)} Monitore sind ausgefallen`)}, ` +
      `${plural(degraded, '1 ist', `${de(degraded)} sind`)} beeinträchtigt.`,
  ],
  open: (count: number) =>
    plural(
      count,
      ['1 incident is open.', '1 Vorfall ist offen.'],
      [`${en(count)} incidents are open.`, `${de(count)} Vorfälle sind offen.`],
    ),
  beganWith: (name: string, time: string) => [
    `It started with ${name} at ${time}.`,
    `Es begann mit ${name} um ${time}.`,
  ],
  rest: {
    otherwise: (parts: string) => [`Everything else is fine: ${parts}.`, `Alles andere läuft: ${parts}.`],
    and: (parts: string) => [`${parts}.`, `${parts}.`],
    up: (up: number, total: number) =>
      plural(
        up,
        [`1 of ${en(total)} monitors is up`, `1 von ${de(total)} Monitoren läuft`],
        [`${en(up)} of ${en(total)} monitors are up`, `${de(up)} von ${de(total)} Monitoren laufen`],
      ),
    maintenance: (count: number) =>
      plural(
        count,
        ['1 is in maintenance', '1 ist in Wartung'],
        [`${en(count)} are in maintenance`, `${de(count)} sind in Wartung`],
      ),
    idle: (count: number) =>
      plural(
        count,
        ['1 is paused or has no data', '1 ist pausiert oder ohne Daten'],
        [`${en(count)} are paused or have no data`, `${de(count)} sind pausiert oder ohne Daten`],
      ),
  },
})

export type TitleTexts = ReturnType<typeof useTitleMessages>
