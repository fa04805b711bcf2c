// Markup templates that escape everything except other markup.
import { escapeMarkup } from '../domain/text/escape-markup.ts'
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type MarkupPart = Markup | string | number | null | false | readonly MarkupPart[]

export function html(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(strings.reduce((text, piece, index) => text + written(parts[index - 1]!) + piece))
}

/** For feeds and images, which keep their whitespace. */
export function xml(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return html(strings, ...parts)
}

/** For constant text of this module, such as a style sheet or a path. */
export const trusted = (text: string): Markup => new Markup(text)

function written(part: MarkupPart): string {
  if (part instanceof Markup) return part.text
  if (part === null || part === false) return ''
  if (typeof part === 'object') return part.map(written).join('')
  return escapeText(String(part))
}

/** For HTML and XML; characters that XML does not allow become spaces. */
export function escapeText(text: string): string {
  return escapeMarkup(text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ' '))
}
