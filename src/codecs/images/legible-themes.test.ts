import { expect, it } from 'vitest'
import { legibleThemes } from './legible-themes.ts'

const transparent = [0, 0, 0, 0]
const black = [10, 10, 10, 255]
const white = [255, 255, 255, 255]
const green = [30, 140, 100, 255]

it.each([
  ['dark letters', [black, transparent, transparent], 'light'],
  ['white letters', [white, transparent, transparent], 'dark'],
  ['letters in a strong colour', [green, transparent, transparent], 'both'],
  ['dark letters with a coloured mark', [black, black, green, transparent], 'both'],
  ['a black picture without transparency', [black, black, black], 'both'],
  ['nothing', [transparent], 'both'],
])('%s can be seen on %s', (_what, pixels, themes) => {
  expect(legibleThemes({ width: pixels.length, height: 1, data: Uint8Array.from(pixels.flat()) })).toBe(themes)
})
