// Automatic announcements in each language, as whole sentences.
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { ShownCause } from '../../domain/status-page/public-cause.ts'
import { utcText } from '../../domain/time/format.ts'
import { wordsIn } from '../languages.ts'

// Announcements have 200 and 5,000 characters; a detected value may be long.
const maxValue = 200
const maxTitle = 200
const cut = (text: string, maxCount: number): string =>
  text.length <= maxCount ? text : `${text.slice(0, maxCount - 1)}…`

export const titleOfIncident = (language: PageLanguage, name: string): string =>
  cut(wordsIn[language].notice.title(name), maxTitle)

export function openingOf(language: PageLanguage, name: string, { word, detected, expected }: ShownCause): string {
  const { cause, notice } = wordsIn[language]
  const value =
    detected !== null && expected !== null ? [notice.insteadOf(cut(detected, maxValue), cut(expected, maxValue))] : []
  return [cause[word](name), ...value, notice.lookingIntoIt].join(' ')
}

export const acknowledgedText = (language: PageLanguage): string => wordsIn[language].notice.workingOnIt
export const endOfIncident = (language: PageLanguage, name: string): string => wordsIn[language].notice.worksAgain(name)

export function maintenanceWords(language: PageLanguage, step: 'planned' | 'begun' | 'done' | 'calledOff'): string {
  return wordsIn[language].notice[step]
}

/** Maintenance without a known end is only announced as planned. */
export function movedMaintenance(language: PageLanguage, { from, to }: { from: Date | null; to: Date | null }): string {
  const { moved, planned } = wordsIn[language].notice
  return from && to ? moved(utcText(from, 'minutes'), utcText(to, 'minutes')) : planned
}
