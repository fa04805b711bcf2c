// Cleans, escapes and cuts text for the place where it is shown.
import { escapeMarkup } from '../../domain/text/escape-markup.ts'

/** Removes control characters but keeps line breaks. */
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
 * Escapes text to at most `limit` UTF-16 units; it is cut between two characters of the original and marked with `…`.
 */
export function cut(text: string, limit: number, escape: Escape = asIs): string {
  return cutBy(text, limit, escape, (piece) => piece.length)
}

/** The same for a limit in bytes of UTF-8. */
export function cutBytes(text: string, limit: number, escape: Escape = asIs): string {
  return cutBy(text, limit, escape, (piece) => Buffer.byteLength(piece))
}

function cutBy(text: string, limit: number, escape: Escape, size: (piece: string) => number): string {
  const whole = escape(text)
  if (size(whole) <= limit) return whole
  const ellipsis = '…'
  let room = limit - size(ellipsis)
  if (room < 0) return ''
  let result = ''
  for (const character of text) {
    const piece = escape(character)
    room -= size(piece)
    if (room < 0) break
    result += piece
  }
  return result + ellipsis
}

/** Also for Telegram with `parse_mode: HTML`. */
export const escapeHtml: Escape = escapeMarkup

/** Slack's mrkdwn needs no other escapes: mentions and links start with an angle bracket. */
export const escapeSlack: Escape = (text) => text.replace(/[&<>]/g, escapeMarkup)

/**
 * For CommonMark and its dialects. Underscores inside words have no meaning there, and addresses are full of them. An
 * invisible character keeps `@all` and `@here` from notifying people.
 */
export const escapeMarkdown: Escape = (text) =>
  text
    .replace(/[\\`*[\]#|<>~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/(?<![\p{L}\p{N}])@/gu, '@\u200b')
