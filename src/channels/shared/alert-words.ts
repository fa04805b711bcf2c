// Says the sentences of alerts in the language of the people who get them. Programs and pagers get English.
import { germanCauses, limitsInGerman, problemInGerman } from '../../domain/alerting/german.ts'
import { withoutLocations } from '../../domain/alerting/diagnosis.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import type { Cause } from '../../domain/outcome.ts'
import type { ReaderLanguage } from '../../domain/text/language.ts'

/** By the English text, so that none is without its German. */
const german = {
  'Test notice': 'Test',
  'Test notice for {0}': 'Test für {0}',
  'Test notice from Lapwing': 'Test von Lapwing',
  'Test notice: messages from this channel arrive here': 'Test: Nachrichten dieses Kanals kommen hier an',
  'Test notice: alerts for this monitor arrive here': 'Test: Alarme dieses Monitors kommen hier an',
  DOWN: 'AUSFALL',
  WARNING: 'WARNUNG',
  UPDATE: 'UPDATE',
  ACKNOWLEDGED: 'BESTÄTIGT',
  '(reminder {0})': '(Erinnerung {0})',
  'UP {0}: recovered after {1}': 'BEHOBEN {0}: funktioniert wieder nach {1}',
  'OK {0}: recovered after {1}': 'BEHOBEN {0}: wieder in Ordnung nach {1}',
  'CLOSED {0}: {1}, after {2}': 'GESCHLOSSEN {0}: {1}, nach {2}',
  'resolved manually': 'von Hand geschlossen',
  'monitor paused': 'Monitor pausiert',
  'monitor deleted': 'Monitor gelöscht',
  'rule disabled': 'Alarmregel ausgeschaltet',
  'rule deleted': 'Alarmregel gelöscht',
  '{0} is down': '{0} ist ausgefallen',
  '{0} is still down': '{0} ist immer noch ausgefallen',
  '{0} was down': '{0} war ausgefallen',
  'a monitor': 'ein Monitor',
  '1 incident began and ended while this channel could not be reached':
    '1 Vorfall begann und endete, während dieser Kanal nicht erreichbar war',
  '{0} incidents began and ended while this channel could not be reached':
    '{0} Vorfälle begannen und endeten, während dieser Kanal nicht erreichbar war',
  '{0} ({1}, for {2})': '{0} ({1}, {2} lang)',
  '{0} acknowledged it. Reminders and pages have stopped.':
    '{0} kümmert sich darum. Erinnerungen und weitere Alarmierungen entfallen.',
  'step {0} of {1}': 'Stufe {0} von {1}',
  'Paged: {0}': 'Alarmiert: {0}',
  'You are paged: {0}': 'Du wirst alarmiert: {0}',
  'someone asked for you': 'Jemand hat nach dir gefragt',
  'you are on call for {0}': 'Du hast Bereitschaft für {0}',
  'you are on call for {0} until {1}': 'Du hast Bereitschaft für {0} bis {1}',
  '{0} at {1} if nobody acknowledges': '{0} um {1}, wenn niemand bestätigt',
  '1 monitor that depended on it failed too': '1 Monitor, der davon abhängt, fiel auch aus',
  '{0} monitors that depended on it failed too': '{0} Monitore, die davon abhängen, fielen auch aus',
  '1 monitor depends on it': '1 Monitor hängt davon ab',
  '{0} monitors depend on it': '{0} Monitore hängen davon ab',
  'the monitor that depends on it is failing too': 'der Monitor, der davon abhängt, ist auch gestört',
  'all {0} monitors that depend on it are failing too': 'alle {0} Monitore, die davon abhängen, sind auch gestört',
  '1 of the {0} monitors that depend on it is failing too': '1 der {0} Monitore, die davon abhängen, ist auch gestört',
  '{1} of the {0} monitors that depend on it are failing too':
    '{1} der {0} Monitore, die davon abhängen, sind auch gestört',
  '{0} has reported an incident since {1}: {2}': '{0} meldet eine Störung seit {1}: {2}',
  '{0}, {1} before it began': '{0}, {1} vor dem Beginn',
  '{0} by {1}, {2} before it began': '{0} von {1}, {2} vor dem Beginn',
  'from {0}': 'aus {0}',
  'from {0}, {1} after it began': 'aus {0}, {1} nach dem Beginn',
  '{0}, since {1}': '{0}, seit {1}',
  'it opened and closed several times within an hour': 'er begann und endete mehrmals in einer Stunde',
  'from version {0} to {1} since the incident opened': 'von Version {0} auf {1}, seit der Vorfall offen ist',
  '{0} could not be reached': '{0} war nicht erreichbar',
  'Lapwing was not running when this happened, {0}': 'Lapwing lief nicht, als das geschah: {0}',
  Address: 'Adresse',
  Before: 'Zuvor',
  Since: 'Seit',
  Duration: 'Dauer',
  Confirmed: 'Bestätigt',
  Rule: 'Regel',
  Expected: 'Erwartet',
  Details: 'Einzelheiten',
  Affected: 'Betroffen',
  Vendor: 'Anbieter',
  Deployed: 'Ausgeliefert',
  'Next page': 'Als Nächstes',
  'Closed because': 'Grund',
  'Closed by': 'Geschlossen von',
  Flapping: 'Wechselhaft',
  'Rule changed': 'Regel geändert',
  'Sent here because': 'Ersatz',
  Delayed: 'Verspätet',
  Critical: 'Kritisch',
  Warning: 'Warnung',
  Update: 'Update',
  Acknowledged: 'Bestätigt',
  Resolved: 'Behoben',
  Test: 'Test',
  Acknowledge: 'Bestätigen',
  Resolve: 'Schließen',
  'Mute for 1 h': '1 h stummschalten',
  'Pass on': 'Weitergeben',
  Open: 'Öffnen',
  'View incident': 'Vorfall ansehen',
  'How I am paged': 'Wie ich alarmiert werde',
  'incident {0}': 'Vorfall {0}',
  'You get this because you are paged.': 'Du bekommst das, weil du alarmiert wirst.',
  'You get this because you are in a contact group of this organization.':
    'Du bekommst das, weil du in einer Kontaktgruppe dieser Organisation bist.',
} as const

export type AlertWord = keyof typeof german

export const languageOf = ({ translation }: Pick<Alert, 'translation'>): ReaderLanguage => translation?.language ?? 'en'

/** For times. */
export const localeOf = (alert: Pick<Alert, 'translation'>): string => (languageOf(alert) === 'de' ? 'de' : 'en-GB')

/** Texts such as `{0}` are replaced by the values. */
export function say(alert: Pick<Alert, 'translation'>, text: AlertWord, ...values: (string | number)[]): string {
  const words = languageOf(alert) === 'de' ? german[text] : text
  return words.replace(/\{(\d)\}/g, (_found, index: string) => String(values[Number(index)]))
}

/** What fails, or a reason; as it is if only its English is known. */
export function sayKnown(alert: Pick<Alert, 'translation'>, text: string): string {
  if (languageOf(alert) === 'en') return text
  return Object.hasOwn(german, text) ? german[text as AlertWord] : (problemInGerman(text) ?? text)
}

export const sayLimits = (alert: Pick<Alert, 'translation'>, expected: string): string =>
  languageOf(alert) === 'de' ? limitsInGerman(expected) : expected

/** The alert in the language of the person who is paged, else of the organization, if no other is given. */
export async function translated(
  alert: Alert,
  language: ReaderLanguage = alert.page?.person?.language ?? alert.organization.language ?? 'en',
): Promise<Alert> {
  if (language === 'en') return { ...alert, translation: undefined }
  const missed = alert.missed && (await Promise.all(alert.missed.map((each) => translated(each, language))))
  return {
    ...alert,
    ...(missed && { missed }),
    translation: { language, diagnosis: alert.diagnosis === null ? null : await diagnosisInGerman(alert) },
  }
}

async function diagnosisInGerman({ diagnosis, rootCause }: Alert): Promise<string> {
  // Loaded late, because there are hundreds, and many installations need none.
  const { diagnoses } = await import('../../../web/src/catalog/german/diagnoses/diagnoses.ts')
  return diagnoses[withoutLocations(diagnosis!)] ?? germanCauses[(rootCause ?? 'other') as Cause] ?? germanCauses.other
}
