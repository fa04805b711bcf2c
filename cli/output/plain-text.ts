// Text from monitors, servers and people is printed without what a terminal would obey.

// Control characters, and marks that reverse or hide text.
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** One line in which nothing moves the cursor, changes colours or reverses the direction of the text. */
export function plainText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unsafe, escapeCharacter)
}

/** JSON may contain everything; what a terminal would obey is written as \uXXXX, which parsers read the same way. */
export function plainJson(value: unknown, indent?: number): string {
  return plainDocument(JSON.stringify(value, null, indent))
}

/** Text of several lines whose spaces matter. */
export function plainDocument(text: string): string {
  return text.replace(unsafe, (character) => (character === '\n' ? character : escapeCharacter(character)))
}

const escapeCharacter = (character: string): string => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`

const invisible = /^\p{M}$/u
const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]$|^\p{Emoji_Presentation}$/u

/** How many columns a terminal uses. */
export function widthOf(text: string): number {
  // Most text needs no closer inspection.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += invisible.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Cuts text that is too wide, and says so with an ellipsis. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept) + widthOf(character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}
