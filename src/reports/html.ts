// A report as an HTML page for screen and print (A4, black on white).
import { createHash } from 'node:crypto'
import { type DrawnBar, type BarKind, barKinds, barsOf } from './bars.ts'
import type { UptimeReport, ReportedMonitor } from './report.ts'
import {
  dateText,
  howCounted,
  leftOutLines,
  millisecondsText,
  momentText,
  percentText,
  periodText,
  verdict,
} from './text.ts'
import { durationText } from '../domain/time/format.ts'

const style = `
:root { color-scheme: light; --ink: #14201b; --faint: #5c6b64; --line: #d5ddd9; --bad: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
       color: var(--ink); background: #fff; }
main { max-width: 1000px; margin: 0 auto; padding: 40px 24px; }
header p, footer, .faint { color: var(--faint); }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 32px 0 8px; break-after: avoid; }
.verdict { font-size: 18px; margin: 20px 0; color: var(--ink); }
dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px; margin: 0;
     border-block: 1px solid var(--line); padding: 16px 0; }
dt { color: var(--faint); } dd { margin: 0; font-size: 20px; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 500; color: var(--faint);
     border-bottom: 1px solid var(--ink); padding: 6px 8px 6px 0; }
td { border-bottom: 1px solid var(--line); padding: 6px 8px 6px 0; vertical-align: top; overflow-wrap: anywhere; }
th.n, td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; } thead { display: table-header-group; }
svg { display: block; } .legend svg { display: inline; margin-right: 4px; } .legend span { margin-right: 16px; }
path { stroke-width: .6; } path.full { fill: none; stroke: #8a9790; } path.kept { fill: #c9a227; stroke: #c9a227; }
path.missed { fill: var(--bad); stroke: var(--bad); } path.none { fill: #c3ccc7; stroke: none; }
@page { size: A4; margin: 16mm 14mm; }
@media print { main { max-width: none; padding: 0; } body { font-size: 10pt; }
  path.kept { fill: #999; stroke: #555; } path.missed { fill: #000; stroke: #000; } }
`

/** The page has its own style sheet and loads nothing else. */
const styleHash = createHash('sha256').update(style).digest('base64')
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`

export function htmlOf(report: UptimeReport): string {
  const { organization, period, generatedAt } = report
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${organization}: ${periodText(report)}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header><h1>${text(periodText(report))}</h1>
<p>${text(organization)} · days by the clocks of ${text(period.timezone)}</p></header>
<p class="verdict">${text(verdict(report))}</p>
${strip(report)}
${byDay(report)}
${monitorTable(report)}
${incidentTable(report)}
${maintenanceTable(report)}
<h2>What was left out</h2>
<ul>${leftOutLines(report)
    .map((line) => `<li>${text(line)}</li>`)
    .join('')}</ul>
<footer><p>${text(howCounted)}</p><p>Made by Lapwing on ${text(momentText(generatedAt, period.timezone))}.</p></footer>
</main>
</body>
</html>
`
}

function text(value: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return value.replace(/[&<>"']/g, (letter) => entities[letter]!)
}

function strip({ uptime, downMs, incidents, mttrMs }: UptimeReport): string {
  const facts = [
    ['Uptime', percentText(uptime)],
    ['Down', durationText(downMs)],
    ['Incidents', String(incidents.length)],
    ['Mean time to repair', mttrMs === null ? '–' : durationText(mttrMs)],
  ]
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value!)}</dd></div>`).join('')}</dl>`
}

function byDay({ daily, slaTarget }: UptimeReport): string {
  return `<h2>Uptime by day, all monitors</h2>${svg(barsOf(daily, slaTarget, { width: 900, height: 32 }), 900, 32)}
${legend(slaTarget)}`
}

/** Screen and print use different colours, so the legend draws them instead of naming them. */
function legend(slaTarget: number): string {
  const means: Record<BarKind, string> = {
    full: 'no downtime',
    kept: `${slaTarget} % or more`,
    missed: `less than ${slaTarget} %`,
    none: 'nobody watched',
  }
  const sample = (kind: BarKind): string =>
    svg([{ kind, x: 0, y: kind === 'none' ? 9 : 0, width: 10, height: kind === 'none' ? 1 : 10 }], 10, 10)
  return `<p class="faint legend">${barKinds.map((kind) => `<span>${sample(kind)}${means[kind]}</span>`).join('')}</p>`
}

function monitorTable({ monitors, slaTarget }: UptimeReport): string {
  const row = ({ name, type, uptime, downMs, incidents, averageMs, p95Ms, daily }: ReportedMonitor): string => `<tr>
<td>${text(name)}<br><span class="faint">${text(type)}</span></td>
<td>${svg(barsOf(daily, slaTarget, { width: 240, height: 18 }), 240, 18)}</td>
<td class="n">${percentText(uptime)}</td><td class="n">${durationText(downMs)}</td><td class="n">${incidents}</td>
<td class="n">${millisecondsText(averageMs)}</td><td class="n">${millisecondsText(p95Ms)}</td></tr>`
  return section('Monitors', {
    head: ['Monitor', 'Days', '-Uptime', '-Down', '-Incidents', '-Average', '-95 %'],
    rows: monitors.map(row),
    none: 'There is no monitor in this report.',
  })
}

function incidentTable({ incidents, period: { timezone } }: UptimeReport): string {
  return section('Incidents', {
    head: ['Began', 'Monitor', 'What', '-Lasted'],
    rows: incidents.map(({ startedAt, resolvedAt, failingSince, monitorName, message, severity, falsePositive }) => {
      const lasted = resolvedAt ? durationText(resolvedAt.getTime() - failingSince.getTime()) : 'open'
      const note = falsePositive ? ' · a false alarm' : ''
      return `<tr><td>${text(momentText(startedAt, timezone))}</td><td>${text(monitorName)}</td>
<td>${text(message)}<br><span class="faint">${severity}${note}</span></td><td class="n">${lasted}</td></tr>`
    }),
    none: 'There was none.',
  })
}

function maintenanceTable({ maintenance, period: { timezone } }: UptimeReport): string {
  return section('Maintenance', {
    head: ['When', 'What', '-Monitors', '-Lasted'],
    rows: maintenance.map(({ from, to, name, monitorIds, excludeFromSla }) => {
      const note = excludeFromSla ? '' : '<br><span class="faint">counts</span>'
      const lasted = durationText(to.getTime() - from.getTime())
      return `<tr><td>${text(dateText(from, timezone))}</td><td>${text(name)}${note}</td>
<td class="n">${monitorIds.length}</td>
<td class="n">${lasted}</td></tr>`
    }),
    none: 'There was none.',
  })
}

interface HtmlTable {
  /** Headings of number columns start with a dash; they are right-aligned. */
  readonly head: readonly string[]
  readonly rows: readonly string[]
  readonly none: string
}

function section(title: string, { head, rows, none }: HtmlTable): string {
  if (rows.length === 0) return `<h2>${title}</h2><p class="faint">${none}</p>`
  const cell = (name: string): string =>
    name.startsWith('-') ? `<th class="n">${name.slice(1)}</th>` : `<th>${name}</th>`
  return `<h2>${title}</h2><table><thead><tr>${head.map(cell).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

/** One path per kind: a thousand monitors have thirty thousand bars. */
function svg(bars: readonly DrawnBar[], width: number, height: number): string {
  const paths = barKinds.flatMap((kind) => {
    const theirs = bars.filter((bar) => bar.kind === kind)
    const drawn = theirs.map(
      ({ x, y, width: w, height: h }) => `M${short(x)} ${short(y)}h${short(w)}v${short(h)}h${short(-w)}z`,
    )
    return drawn.length > 0 ? [`<path class="${kind}" d="${drawn.join('')}"/>`] : []
  })
  const [wide, tall] = [width + 2, height + 2]
  return `<svg width="${wide}" height="${tall}" viewBox="-1 -1 ${wide} ${tall}" role="img"
 aria-hidden="true">${paths.join('')}</svg>`
}

const short = (value: number): string => String(Math.round(value * 10) / 10)
