// Badges: mark and label on the left, colour, shape and status on the right.
import { type Markup, xml, trusted } from '../html.ts'
import type { ShapeTone } from '../parts/shapes.ts'

export const badgeStyles = ['flat', 'flat-square', 'for-the-badge'] as const
export type BadgeStyle = (typeof badgeStyles)[number]

export interface BadgeText {
  readonly label: string
  readonly word: string
  readonly tone: ShapeTone
}

const ink = '#10251f'
/** White text has enough contrast on all of them. */
const colours: Record<ShapeTone, string> = {
  up: '#0b7059',
  degraded: '#835000',
  down: '#b02412',
  maintenance: '#2a5bb2',
  idle: '#56645d',
}
const shapes: Record<ShapeTone, string> = {
  up: '<circle cx="5" cy="5" r="4"/>',
  degraded: '<path d="M5 .8 9.4 9H.6z"/>',
  down: '<rect x="1" y="1" width="8" height="8" rx="1.4"/>',
  maintenance: '<path d="M2.9 1h4.2L9.4 5 7.1 9H2.9L.6 5z"/>',
  idle: '<circle cx="5" cy="5" r="3.4" fill="none" stroke="#fff" stroke-width="1.4" stroke-dasharray="2 1.4"/>',
}
const bird =
  'M1.6 2.4C4.9 6.8 9.9 8.3 15 7.1c2-1.6 5.6-1.9 8.2-.3 1.5.9 2.3 2.3 2.5 3.7l5.3 2.2-5.4 1.2' +
  'c-.1 1.7-.9 2.7-.7 4.6.3 2.9 1.9 5.9.2 10H5c4.1-3.1 7.9-6.8 8.5-11.6.3-2.3.1-4.6.6-7C9.2 10.3 4.1 7.9 1.6 2.4Z'

/** The approximate width of a text at eleven pixels; wide scripts take a square per character. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => {
    if (letter.codePointAt(0)! > 0x2e80) return sum + 11
    if (/[iIljtf.,:;'|! ]/.test(letter)) return sum + 4
    return sum + (/[mwMW@%]/.test(letter) ? 10 : 7)
  }, 0)
}

export function badge({ label, word, tone }: BadgeText, style: BadgeStyle): string {
  const loud = style === 'for-the-badge'
  const [left, right] = loud ? [label.toUpperCase(), word.toUpperCase()] : [label, word]
  const height = loud ? 28 : 20
  const spread = loud ? 1.25 : 1
  const leftWidth = Math.ceil(widthOf(left) * spread) + 32
  const rightWidth = Math.ceil(widthOf(right) * spread) + 32
  const width = leftWidth + rightWidth
  const y = height / 2 + 4
  return xml`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${label}: ${word}"
  >
    <title>${label}: ${word}</title>
    <clipPath id="r"><rect width="${width}" height="${height}" rx="${style === 'flat' ? 4 : 0}" /></clipPath>
    <g clip-path="url(#r)">
      <rect width="${leftWidth}" height="${height}" fill="${ink}" />
      <rect x="${leftWidth}" width="${rightWidth}" height="${height}" fill="${colours[tone]}" />
    </g>
    <g fill="#fff">
      <path transform="translate(6 ${(height - 13) / 2}) scale(.41)" d="${bird}" />
      <g transform="translate(${leftWidth + 8} ${(height - 10) / 2})">${trusted(shapes[tone])}</g>
      <g
        font-family="Verdana,Geneva,DejaVu Sans,sans-serif"
        font-size="${loud ? 10 : 11}"
        ${loud && xml` font-weight="bold"`}
      >
        ${text(left, 24, y, leftWidth - 32)}${text(right, leftWidth + 24, y, rightWidth - 32)}
      </g>
    </g>
  </svg> `.text
}

const text = (words: string, x: number, y: number, width: number): Markup =>
  xml`<text x="${x}" y="${y}" textLength="${Math.max(1, width)}">${words}</text>`

/** The JSON format of shields.io. */
export function shieldsBadge({ label, word, tone }: BadgeText): string {
  return JSON.stringify({
    schemaVersion: 1,
    label,
    message: word,
    color: colours[tone].slice(1),
    labelColor: ink.slice(1),
    cacheSeconds: 60,
  })
}
