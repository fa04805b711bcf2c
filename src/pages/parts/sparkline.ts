import { type Markup, xml } from '../html.ts'

const width = 92
const height = 18

/** The last hours as a line, with gaps where nothing was measured. */
export function sparkline(values: readonly (number | null)[], label: string): Markup | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const highest = Math.max(...known, 1)
  let pen = 'M'
  const points = values.map((value, index) => {
    if (value === null) {
      pen = 'M'
      return ''
    }
    const x = Math.round((index / (values.length - 1)) * width * 10) / 10
    const y = Math.round((height - 1 - (value / highest) * (height - 2)) * 10) / 10
    const point = `${pen}${x} ${y}`
    pen = 'L'
    return point
  })
  return xml`<svg
    class="sl"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${label}"
  >
    <path d="${points.join('')}" />
  </svg>`
}

/** The mean of the measured values. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
