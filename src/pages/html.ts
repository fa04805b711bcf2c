// Markup that is safe by default: whatever is put into a template is text, unless it is markup itself.
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

/** The same for feeds and pictures, which are laid out as they are written. */
export function xml(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return html(strings, ...parts)
}

/** For text that was written in this room, such as a style sheet or a path. */
export const trusted = (text: string): Markup => new Markup(text)

function written(part: MarkupPart): string {
  if (part instanceof Markup) return part.text
  if (part === null || part === false) return ''
  if (typeof part === 'object') return part.map(written).join('')
  return escaped(String(part))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Good for HTML and XML alike; characters that XML cannot hold become a space. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"']/g, (letter) => entities[letter]!)
}
