// Theme, language, time zone and density. Stored in the browser, so that the first paint is right.
import { createStore, useStore } from './store.ts'

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const languageNames: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
]

export type Theme = 'system' | 'light' | 'dark'

export interface Preferences {
  readonly theme: Theme
  readonly language: Language
  /** IANA name; null for the browser's own. */
  readonly zone: string | null
  readonly density: 'comfortable' | 'compact'
  readonly sidebar: 'wide' | 'icons'
  readonly keys: boolean
}

// index.html reads the same entry before the first paint.
const storageKey = 'lapwing.look'

const preferences = createStore<Preferences>({ ...defaultPreferences(), ...storedPreferences() })

export const usePreferences = (): Preferences => useStore(preferences)
export const currentPreferences = preferences.get

export function changePreferences(change: Partial<Preferences>): void {
  preferences.set((before) => ({ ...before, ...change }))
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences.get()))
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  apply(preferences.get())
}

interface ServerPreferences extends Pick<Preferences, 'theme' | 'density' | 'keys'> {
  /** Null for the browser's own. */
  readonly language: Language | null
  readonly timezone: string | null
}

/** Applies the preferences that the server stores for the user. */
export function applyServerPreferences({ theme, density, keys, language, timezone }: ServerPreferences): void {
  savesOnServer = true
  changePreferences({ theme, density, keys, language: language ?? defaultPreferences().language, zone: timezone })
}

let savesOnServer = true
export const isSavedOnServer = (): boolean => savesOnServer

/** Preferences stay in this browser if its session may not change those on the server. */
export function keepInBrowser(): void {
  savesOnServer = false
}

let changeCount = 0
let unsavedCount = 0

/** Call the returned function when saving has ended. */
export function startSaving(): () => void {
  changeCount++
  unsavedCount++
  return () => void unsavedCount--
}

/** Call before loading preferences; the returned function says whether the response is still current. */
export function startLoading(): () => boolean {
  const before = changeCount
  const isSaved = unsavedCount === 0
  return () => isSaved && changeCount === before
}

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

function apply({ theme, language, sidebar }: Preferences): void {
  const { dataset } = document.documentElement
  document.documentElement.lang = language
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  if (sidebar === 'icons') dataset['sidebar'] = 'icons'
  else delete dataset['sidebar']
}

function defaultPreferences(): Preferences {
  const language = languages.find((known) => navigator.language.startsWith(known)) ?? 'en'
  return { theme: 'system', language, zone: null, density: 'comfortable', sidebar: 'wide', keys: true }
}

function storedPreferences(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>
  } catch {
    return {}
  }
}
