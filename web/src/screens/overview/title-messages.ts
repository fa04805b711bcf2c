// The sentences of the overview's title and of the line below it.
import { defineMessages, numberIn, plural } from '../../i18n.ts'

const en = numberIn('en')
const de = numberIn('de')

export type Problem = 'down' | 'slow' | 'certificate' | 'silent' | 'content' | 'degraded'

export interface TitleTexts {
  readonly unchecked: string
  readonly paused: string
  readonly fine: (count: number) => string
  readonly confirming: Readonly<Record<'failing' | 'degraded', (name: string, isElsewhere: boolean) => string>>
  readonly confirmingMany: (count: number) => string
  readonly is: Readonly<Record<Problem, (name: string) => string>>
  readonly isFrom: Readonly<Record<Problem, (name: string, location: string) => string>>
  readonly many: (down: number, degraded: number) => string
  readonly open: (incidents: number) => string
  readonly beganWith: (name: string, time: string) => string
  readonly rest: {
    readonly otherwise: (parts: string) => string
    readonly and: (parts: string) => string
    readonly up: (up: number, total: number) => string
    readonly maintenance: (count: number) => string
    readonly idle: (count: number) => string
  }
}

export const titleMessages = defineMessages<TitleTexts>({
  en: {
    unchecked: 'Nothing has been checked yet.',
    paused: 'Everything is paused.',
    fine: (count) =>
      plural('en', count, { one: 'Your monitor is fine.', other: `All ${en(count)} monitors are fine.` }),
    confirming: {
      failing: (name, isElsewhere) =>
        `${name} is failing; confirming ${isElsewhere ? 'from another location' : 'with another check'}.`,
      degraded: (name, isElsewhere) =>
        `${name} may be degraded; confirming ${isElsewhere ? 'from another location' : 'with another check'}.`,
    },
    confirmingMany: (count) => `${en(count)} failures are being confirmed.`,
    is: {
      down: (name) => `${name} is down.`,
      slow: (name) => `${name} is slow.`,
      certificate: (name) => `${name} has a certificate problem.`,
      silent: (name) => `${name} has not reported.`,
      content: (name) => `${name} returns the wrong content.`,
      degraded: (name) => `${name} is degraded.`,
    },
    isFrom: {
      down: (name, location) => `${name} is down from ${location}.`,
      slow: (name, location) => `${name} is slow from ${location}.`,
      certificate: (name, location) => `${name} has a certificate problem, seen from ${location}.`,
      silent: (name) => `${name} has not reported.`,
      content: (name, location) => `${name} returns the wrong content, seen from ${location}.`,
      degraded: (name, location) => `${name} is degraded from ${location}.`,
    },
    many(down, degraded) {
      const fallen = plural('en', down, { one: '1 monitor is down', other: `${en(down)} monitors are down` })
      if (degraded === 0) return `${fallen}.`
      if (down > 0)
        return `${fallen}, ${plural('en', degraded, { one: '1 is', other: `${en(degraded)} are` })} degraded.`
      return plural('en', degraded, { one: '1 monitor is degraded.', other: `${en(degraded)} monitors are degraded.` })
    },
    open: (count) => plural('en', count, { one: '1 incident is open.', other: `${en(count)} incidents are open.` }),
    beganWith: (name, time) => `It started with ${name} at ${time}.`,
    rest: {
      otherwise: (parts) => `Everything else is fine: ${parts}.`,
      and: (parts) => `${parts}.`,
      up: (up, total) =>
        plural('en', up, {
          one: `1 of ${en(total)} monitors is up`,
          other: `${en(up)} of ${en(total)} monitors are up`,
        }),
      maintenance: (count) =>
        plural('en', count, { one: '1 is in maintenance', other: `${en(count)} are in maintenance` }),
      idle: (count) =>
        plural('en', count, { one: '1 is paused or has no data', other: `${en(count)} are paused or have no data` }),
    },
  },
  de: {
    unchecked: 'Es wurde noch nichts geprüft.',
    paused: 'Alles ist pausiert.',
    fine: (count) => plural('de', count, { one: 'Dein Monitor läuft.', other: `Alle ${de(count)} Monitore laufen.` }),
    confirming: {
      failing: (name, isElsewhere) =>
        `${name} schlägt fehl; ${isElsewhere ? 'ein anderer Standort prüft nach' : 'eine weitere Prüfung folgt'}.`,
      degraded: (name, isElsewhere) =>
        `${name} ist womöglich beeinträchtigt; ` +
        `${isElsewhere ? 'ein anderer Standort prüft nach' : 'eine weitere Prüfung folgt'}.`,
    },
    confirmingMany: (count) => `${de(count)} Fehler werden gerade bestätigt.`,
    is: {
      down: (name) => `${name} ist ausgefallen.`,
      slow: (name) => `${name} ist langsam.`,
      certificate: (name) => `${name} hat ein Problem mit dem Zertifikat.`,
      silent: (name) => `${name} hat sich nicht gemeldet.`,
      content: (name) => `${name} liefert falschen Inhalt.`,
      degraded: (name) => `${name} ist beeinträchtigt.`,
    },
    isFrom: {
      down: (name, location) => `${name} ist von ${location} aus nicht erreichbar.`,
      slow: (name, location) => `${name} ist von ${location} aus langsam.`,
      certificate: (name, location) => `${name} hat von ${location} aus ein Problem mit dem Zertifikat.`,
      silent: (name) => `${name} hat sich nicht gemeldet.`,
      content: (name, location) => `${name} liefert von ${location} aus falschen Inhalt.`,
      degraded: (name, location) => `${name} ist von ${location} aus beeinträchtigt.`,
    },
    many(down, degraded) {
      const fallen = plural('de', down, {
        one: '1 Monitor ist ausgefallen',
        other: `${de(down)} Monitore sind ausgefallen`,
      })
      if (degraded === 0) return `${fallen}.`
      if (down > 0)
        return `${fallen}, ${plural('de', degraded, { one: '1 ist', other: `${de(degraded)} sind` })} beeinträchtigt.`
      return plural('de', degraded, {
        one: '1 Monitor ist beeinträchtigt.',
        other: `${de(degraded)} Monitore sind beeinträchtigt.`,
      })
    },
    open: (count) => plural('de', count, { one: '1 Vorfall ist offen.', other: `${de(count)} Vorfälle sind offen.` }),
    beganWith: (name, time) => `Es begann mit ${name} um ${time}.`,
    rest: {
      otherwise: (parts) => `Alles andere läuft: ${parts}.`,
      and: (parts) => `${parts}.`,
      up: (up, total) =>
        plural('de', up, {
          one: `1 von ${de(total)} Monitoren läuft`,
          other: `${de(up)} von ${de(total)} Monitoren laufen`,
        }),
      maintenance: (count) => plural('de', count, { one: '1 ist in Wartung', other: `${de(count)} sind in Wartung` }),
      idle: (count) =>
        plural('de', count, {
          one: '1 ist pausiert oder ohne Daten',
          other: `${de(count)} sind pausiert oder ohne Daten`,
        }),
    },
  },
})
