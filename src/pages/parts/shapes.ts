// Each state has its own shape, so that colours are not needed to tell them apart.
import type { ComponentStatus } from '../../domain/status-page/status.ts'
import { type Markup, html, trusted } from '../html.ts'

export type ShapeTone = 'up' | 'degraded' | 'down' | 'maintenance' | 'idle'

const drawn: Record<ShapeTone, string> = {
  up: '<circle cx="7" cy="7" r="5.2"/><path class="k" d="m4.7 7.1 1.6 1.6 3-3.2"/>',
  degraded:
    '<path d="M7 1.3c.5 0 .9.2 1.1.7l4.7 8.7c.5.9-.1 2-1.1 2H2.3c-1 0-1.6-1.1-1.1-2L5.9 2c.2-.5.6-.7 1.1-.7Z"/>' +
    '<path class="k" d="M7 5v3.2m0 2.1v0"/>',
  down: '<rect x="1" y="1" width="12" height="12" rx="2.4"/><path class="k" d="m4.7 4.7 4.6 4.6m0-4.6L4.7 9.3"/>',
  maintenance:
    '<path fill-rule="evenodd" d="M4.3 1.7h5.4L12.6 7l-2.9 5.3H4.3L1.4 7l2.9-5.3Z' +
    'M7 4.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z"/>',
  idle: '<circle class="o" cx="7" cy="7" r="4.8"/>',
}

export const toneOf = (status: ComponentStatus): ShapeTone =>
  status === 'paused' || status === 'unknown' ? 'idle' : status

const pictureOf = (tone: ShapeTone, size: number): Markup =>
  trusted(
    `<svg class="s ${tone}" width="${size}" height="${size}" viewBox="0 0 14 14" ` +
      `aria-hidden="true">${drawn[tone]}</svg>`,
  )

export const shape = (tone: ShapeTone, size = 14): Markup => pictureOf(tone, size)

/** The shape with its label. */
export const stateWord = (tone: ShapeTone, word: string): Markup =>
  html`<span class="st ${tone}">${shape(tone)}${word}</span>`

export const mark = trusted(
  '<svg width="18" height="18" viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">' +
    '<path fill-rule="evenodd" d="M1.6 2.4C4.9 6.8 9.9 8.3 15 7.1' +
    'c2-1.6 5.6-1.9 8.2-.3 1.5.9 2.3 2.3 2.5 3.7l5.3 2.2-5.4 1.2c-.1 1.7-.9 2.7-.7 4.6.3 2.9 1.9 5.9.2 10H5' +
    'c4.1-3.1 7.9-6.8 8.5-11.6.3-2.3.1-4.6.6-7C9.2 10.3 4.1 7.9 1.6 2.4Z' +
    'm14.3 11.8c-.2 1.2-.4 2.3-.7 3.4 2.7.5 5.9-.1 7.9-2.3.3-.4.4-.8.2-1.1-2.1-1.5-5.1-1.7-7.4 0Z' +
    'm5-5.1a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4Z"/></svg>',
)
