// How this browser shows Lapwing: theme, language, zone, density. Kept here, so that it is right before anything is asked for.
import { createStore, useStore } from './store.ts'

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]
export type Theme = 'system' | 'light' | 'dark'

export interface Look {
  readonly theme: Theme
  readonly language: Language
  /** IANA name; null for the browser's own. */
  readonly zone: string | null
  readonly density: 'comfortable' | 'compact'
  readonly sidebar: 'wide' | 'icons'
  readonly keys: boolean
}

// index.html reads the same entry before the first paint.
const place = 'lapwing.look'

const look = createStore<Look>({ ...usual(), ...kept() })

export const useLook = (): Look => useStore(look)
export const currentLook = look.get

export function changeLook(change: Partial<Look>): void {
  look.set((before) => ({ ...before, ...change }))
  try {
    localStorage.setItem(place, JSON.stringify(look.get()))
  } catch {
    // A browser that keeps nothing shows the choice until the page is closed.
  }
  apply(look.get())
}

interface Preferences extends Pick<Look, 'theme' | 'density' | 'keys'> {
  /** Null for the browser's own. */
  readonly language: Language | null
  readonly timezone: string | null
}

/** What a person chose, as the server remembers it. */
export function lookAs({ theme, density, keys, language, timezone }: Preferences): void {
  changeLook({ theme, density, keys, language: language ?? usual().language, zone: timezone })
}

let choices = 0
let untold = 0

/** Answers the end of it: the server has heard of the choice, or cannot. */
export function beginChoice(): () => void {
  choices++
  untold++
  return () => void untold--
}

/** Before the server is asked how somebody wants to look; the answer counts unless they choose meanwhile. */
export function beginAsking(): () => boolean {
  const before = choices
  const isTold = untold === 0
  return () => isTold && choices === before
}

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

function apply({ theme, language, sidebar }: Look): void {
  const { dataset } = document.documentElement
  document.documentElement.lang = language
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  if (sidebar === 'icons') dataset['sidebar'] = 'icons'
  else delete dataset['sidebar']
}

function usual(): Look {
  const language = languages.find((known) => navigator.language.startsWith(known)) ?? 'en'
  return { theme: 'system', language, zone: null, density: 'comfortable', sidebar: 'wide', keys: true }
}

function kept(): Partial<Look> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Look>
  } catch {
    return {}
  }
}
