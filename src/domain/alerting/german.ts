// What fails, in German, for people who get alerts.
import type { Cause } from '../outcome.ts'

const germanLimits: Readonly<Record<string, string>> = {
  'anything but': 'alles außer',
  'at least': 'mindestens',
  'at most': 'höchstens',
  'less than': 'weniger als',
  'more than': 'mehr als',
  exactly: 'genau',
  or: 'oder',
}

/** What checks report most often. */
const germanProblems: readonly (readonly [RegExp, string])[] = [
  [/^connection refused by (\S+)$/, 'Verbindung abgelehnt von $1'],
  [/^no response within (\S+ s)(?: \(while [^()]+\))?$/, 'Keine Antwort innerhalb von $1'],
  [/^no response from (\S+) \(while [^()]+\)$/, 'Keine Antwort von $1'],
  [/^(\S+) broke off the connection \(while [^()]+\)$/, '$1 hat die Verbindung abgebrochen'],
  [/^no route to (\S+)$/, 'Kein Weg zu $1'],
  [/^the name (\S+) does not exist$/, 'Den Namen $1 gibt es nicht'],
  [/^no check-in arrived; one was due at (.+ UTC)$/, 'keine Meldung kam an; fällig war sie $1'],
  [/^the check failed$/, 'Die Prüfung ist fehlgeschlagen'],
]

/** Null for what is only known in English. */
export function problemInGerman(english: string): string | null {
  const [pattern, german] = germanProblems.find(([known]) => known.test(english)) ?? []
  return pattern === undefined || german === undefined ? statusInGerman(english) : english.replace(pattern, german)
}

/** `HTTP 503 (expected 2xx or 3xx)` becomes `HTTP 503 (erwartet: 2xx oder 3xx)`. */
function statusInGerman(english: string): string | null {
  const [, status, expected] = /^(HTTP \d+)(?: \(expected ([^()]+)\))?$/.exec(english) ?? []
  if (status === undefined || expected === undefined) return status ?? null
  return `${status} (erwartet: ${limitsInGerman(expected)})`
}

/** `2xx or 3xx` becomes `2xx oder 3xx`. */
export function limitsInGerman(expected: string): string {
  const limits = new RegExp(`\\b(${Object.keys(germanLimits).join('|')})\\b`, 'g')
  return expected.replace(limits, (english) => germanLimits[english]!)
}

/** What a failure means, by its cause. */
export const germanCauses: Readonly<Record<Cause, string>> = {
  dns: 'Der Name wird nicht richtig aufgelöst.',
  connect: 'Verbindungen kommen nicht zustande, oder Pakete gehen verloren.',
  tls: 'Die TLS-Verschlüsselung schlägt fehl.',
  timeout: 'Die Antwort kam nicht rechtzeitig.',
  http_status: 'Der Server antwortet mit einem falschen Status.',
  content: 'Der Dienst liefert nicht die erwartete Antwort.',
  certificate: 'Zertifikat, Schlüssel oder Registrierung ist nicht in Ordnung oder läuft bald ab.',
  auth: 'Der Dienst lehnt die Anmeldung ab.',
  performance: 'Der Dienst ist langsamer als erlaubt.',
  heartbeat: 'Der Job hat sich nicht wie erwartet gemeldet.',
  other: 'Die Prüfung ergibt nicht, was die Regel verlangt.',
}
