// Text made fit for where it is shown: clean, escaped, and no longer than there is room.

/** Without characters that no text should have; lines stay. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g, ' ')
    .trim()
}

export function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ')
}

export type Escape = (text: string) => string
const asIs: Escape = (text) => text

/**
 * Escaped text of at most `limit` UTF-16 units, cut between two characters of the original and then marked with `…`.
 */
export function cut(text: string, limit: number, escape: Escape = asIs): string {
  return cutBy(text, limit, escape, (piece) => piece.length)
}

/** The same where the limit counts bytes of UTF-8. */
export function cutBytes(text: string, limit: number, escape: Escape = asIs): string {
  return cutBy(text, limit, escape, (piece) => Buffer.byteLength(piece))
}

function cutBy(text: string, limit: number, escape: Escape, size: (piece: string) => number): string {
  const whole = escape(text)
  if (size(whole) <= limit) return whole
  const ellipsis = '…'
  let room = limit - size(ellipsis)
  if (room < 0) return ''
  let kept = ''
  for (const character of text) {
    const piece = escape(character)
    room -= size(piece)
    if (room < 0) break
    kept += piece
  }
  return kept + ellipsis
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Also for Telegram with `parse_mode: HTML`. */
export const escapeHtml: Escape = (text) => text.replace(/[&<>"']/g, (found) => entities[found] as string)

/** Slack's mrkdwn has no more to escape; mentions and links need the angle bracket. */
export const escapeSlack: Escape = (text) => text.replace(/[&<>]/g, (found) => entities[found] as string)

/**
 * For CommonMark and its kin. Underscores inside words mean nothing there, and addresses are full of them.
 * An invisible character keeps `@all` and `@here` from calling people.
 */
export const escapeMarkdown: Escape = (text) =>
  text
    .replace(/[\\`*[\]#|<>~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/(?<![\p{L}\p{N}])@/gu, '@\u200b')
