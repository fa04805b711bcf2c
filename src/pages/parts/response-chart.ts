// The response times of the last 24 hours as a chart, without a script.
import type { MonitorView } from '../../domain/status-page/page-view.ts'
import { type Markup, html, trusted } from '../html.ts'
import { type PageVisit, wordsFor } from '../visit.ts'
import { responseText } from './dates.ts'

const width = 480
const height = 60

/** The mean of all monitors in each hour; null if fewer than two hours were measured. */
export function responseChart(monitors: readonly MonitorView[], visit: PageVisit): Markup | null {
  const means = hourlyMeans(monitors)
  const known = means.filter((mean) => mean !== null)
  if (known.length < 2) return null
  const highest = Math.max(...known, 1)
  const text = wordsFor(visit).responseTime(
    responseText(known.reduce((sum, mean) => sum + mean, 0) / known.length, visit.language),
    responseText(highest, visit.language),
  )
  const line = trusted(`<path d="${pathOf(means, highest)}"/>`)
  return html`<figure class="rt">
    <figcaption>${text}</figcaption>
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${line}</svg>
  </figure>`
}

function hourlyMeans(monitors: readonly MonitorView[]): (number | null)[] {
  const hours = Math.max(0, ...monitors.map(({ responseTimes }) => responseTimes.length))
  return Array.from({ length: hours }, (_, hour) => {
    const known = monitors.map(({ responseTimes }) => responseTimes[hour] ?? null).filter((ms) => ms !== null)
    return known.length === 0 ? null : known.reduce((sum, ms) => sum + ms, 0) / known.length
  })
}

/** A line with gaps where nothing was measured. */
function pathOf(means: readonly (number | null)[], highest: number): string {
  let pen = 'M'
  return means
    .map((mean, hour) => {
      if (mean === null) {
        pen = 'M'
        return ''
      }
      const x = Math.round((hour / (means.length - 1)) * width)
      const y = Math.round((height - 1 - (mean / highest) * (height - 2)) * 10) / 10
      const point = `${pen}${x} ${y}`
      pen = 'L'
      return point
    })
    .join('')
}
