import { de } from './text/de.ts'
import { type PageText, en } from './text/en.ts'
import { es } from './text/es.ts'
import { fr } from './text/fr.ts'
import { ja } from './text/ja.ts'
import { zh } from './text/zh.ts'

export const wordsIn = { en, de, fr, es, ja, zh } satisfies Record<string, PageText>

export type Language = keyof typeof wordsIn
export const languages = Object.keys(wordsIn) as Language[]

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(wordsIn, text)

const remembered = new Map<string, Language | null>()
const maxRemembered = 1000

/** The best supported language for an Accept-Language header, or null. */
export function languageFor(header: string | undefined): Language | null {
  if (header === undefined) return null
  const known = remembered.get(header)
  if (known !== undefined) return known
  const found = bestFor(header)
  if (remembered.size < maxRemembered && header.length < 200) remembered.set(header, found)
  return found
}

function bestFor(header: string): Language | null {
  const wishes = header.split(',').map((wish) => {
    const [tag = '', ...settings] = wish
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const quality = settings.find((setting) => setting.startsWith('q='))
    return { tag: tag.split('-')[0]!, quality: quality ? Number(quality.slice(2)) || 0 : 1 }
  })
  const best = wishes
    .filter(({ tag, quality }) => quality > 0 && isLanguage(tag))
    .sort((one, other) => other.quality - one.quality)[0]
  return (best?.tag as Language | undefined) ?? null
}
