// On which theme a logo with a transparent background can be seen.
import type { Pixels } from './shrink.ts'

export type LegibleThemes = 'light' | 'dark' | 'both'

// Relative luminance of the backgrounds of status pages (#f5f7f4 and #0b1210).
const backgrounds = { light: 0.92, dark: 0.006 }
const minContrast = 1.6
/** Of the visible pixels. */
const minShare = 0.2
const visibleOpacity = 128

export function legibleThemes({ data, width, height }: Pixels): LegibleThemes {
  const found = { light: 0, dark: 0, visible: 0 }
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < visibleOpacity) continue
    const luminance = 0.2126 * linear(data[at]!) + 0.7152 * linear(data[at + 1]!) + 0.0722 * linear(data[at + 2]!)
    found.visible += 1
    if (contrast(luminance, backgrounds.light) >= minContrast) found.light += 1
    if (contrast(luminance, backgrounds.dark) >= minContrast) found.dark += 1
  }
  // It brings its own background.
  if (found.visible > width * height * 0.95) return 'both'
  const [isLight, isDark] = [found.light >= found.visible * minShare, found.dark >= found.visible * minShare]
  return isLight === isDark ? 'both' : isLight ? 'light' : 'dark'
}

const linear = (channel: number): number => (channel <= 10 ? channel / 3295 : ((channel / 255 + 0.055) / 1.055) ** 2.4)

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
