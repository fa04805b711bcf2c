// Reads facts from single elements of a page.
import type { FactCollector } from './facts.ts'

export type Attributes = Readonly<Record<string, string>>

export interface ElementNotes {
  readonly facts: FactCollector
  /** Code in an attribute. */
  code(text: string): void
  /** Text that only search engines see. */
  words(text: string): void
  /** An inlined page (srcdoc). */
  inside(html: string): void
  policy(text: string): void
}

type ReadElement = (attributes: Attributes, notes: ElementNotes) => void

const frame = (attribute: string): ReadElement => {
  return (attributes, { facts, inside }) => {
    if (attributes[attribute]) facts.origin('frames', attributes[attribute])
    if (attributes.srcdoc) inside(attributes.srcdoc)
  }
}

const sends: ReadElement = ({ formaction }, { facts }) => {
  if (formaction) facts.origin('forms', formaction)
}

const link: ReadElement = ({ href, ping }, { facts, code }) => {
  if (href && /^\s*javascript:/i.test(href)) code(href)
  else if (href) facts.link(href)
  for (const address of ping?.split(/\s+/) ?? []) if (address !== '') facts.origin('connects', address)
}

const readers: Readonly<Record<string, ReadElement>> = {
  base: ({ href }, { facts }) => {
    if (href) facts.setBase(href)
  },
  script: (attributes, { facts }) => {
    const address = attributes.src ?? attributes.href ?? attributes['xlink:href']
    if (address) facts.script(address)
  },
  link: ({ rel = '', href, as }, { facts }) => {
    const kinds = rel.toLowerCase().split(/\s+/)
    if (!href) return
    if (kinds.includes('modulepreload') || (kinds.includes('preload') && as === 'script')) facts.script(href)
    if (kinds.includes('preconnect') || kinds.includes('dns-prefetch')) facts.origin('connects', href)
  },
  form: ({ action }, { facts, code }) => {
    if (action && /^\s*javascript:/i.test(action)) code(action)
    else facts.origin('forms', action ?? '')
  },
  button: sends,
  input: sends,
  iframe: frame('src'),
  frame: frame('src'),
  embed: frame('src'),
  object: frame('data'),
  a: link,
  area: link,
  meta: ({ 'http-equiv': equivalent = '', content = '' }, { facts, words, policy }) => {
    const kind = equivalent.toLowerCase()
    if (kind === 'content-security-policy') policy(content)
    const target = kind === 'refresh' ? /^[\s\d.]*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(content)?.[1] : undefined
    if (target) facts.redirect(target)
    if (kind === '') words(content)
  },
}

export function readElement(name: string, attributes: Attributes, notes: ElementNotes): void {
  readers[name]?.(attributes, notes)
  for (const attribute in attributes) if (attribute.startsWith('on')) notes.code(attributes[attribute]!)
}
