/** The languages of alerts and of the dashboard. */
export const languages = ['en', 'de'] as const

export type ReaderLanguage = (typeof languages)[number]
