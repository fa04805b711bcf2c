// A report as a PDF (A4, black on white), drawn without a browser so that it looks the same everywhere.
import { type BarKind, barKinds, barsOf } from './bars.ts'
import {
  type Paper,
  faint,
  ink,
  margin,
  newPaper,
  numberPages,
  paragraph,
  rowHeight,
  rule,
  table,
  title,
  widthOf,
  written,
} from './paper.ts'
import type { UptimeReport, ReportedDay, ReportedMonitor } from './report.ts'
import { howCounted, excludedTimeLines, responseText, momentText, periodText, resultText } from './text.ts'
import { durationText } from '../domain/time/format.ts'
import { uptimeText } from '../domain/uptime/uptime-text.ts'

export async function pdfOf(report: UptimeReport): Promise<Buffer> {
  const { paper, done } = await newPaper({
    title: `${report.organization}: ${periodText(report)}`,
    createdAt: report.generatedAt,
  })
  write(paper, report)
  numberPages(paper, `${report.organization} · made by Lapwing on ${madeOn(report)}`)
  return done()
}

const madeOn = ({ generatedAt, period: { timezone } }: UptimeReport): string => momentText(generatedAt, timezone)

function write(paper: Paper, report: UptimeReport): void {
  heading(paper, report)
  strip(paper, report)
  title(paper, 'Uptime by day, all monitors')
  bars(paper, report.daily, { target: report.slaTarget, x: margin, y: paper.y, width: widthOf(paper), height: 26 })
  paper.y += 34
  legend(paper, report)
  monitorTable(paper, report)
  incidentTable(paper, report)
  maintenanceTable(paper, report)
  title(paper, 'Excluded time')
  for (const text of excludedTimeLines(report)) paragraph(paper, text)
  paper.moveDown(0.5)
  paragraph(paper, howCounted, faint)
}

function heading(paper: Paper, report: UptimeReport): void {
  paper.fontSize(20).fillColor(ink)
  paper.text(written(paper, periodText(report), 'bold'))
  paper.fontSize(10).fillColor(faint)
  paper.text(written(paper, `${report.organization} · time zone ${report.period.timezone}`, 'plain'))
  paper.moveDown(0.8).fontSize(13).fillColor(ink)
  paper.text(written(paper, resultText(report), 'plain'))
  paper.moveDown(0.8)
}

function strip(paper: Paper, { uptime, downMs, incidents, mttrMs }: UptimeReport): void {
  const facts: [string, string][] = [
    ['Uptime', uptimeText(uptime)],
    ['Down', durationText(downMs)],
    ['Incidents', String(incidents.length)],
    ['Mean time to repair', mttrMs === null ? '–' : durationText(mttrMs)],
  ]
  const [top, step] = [paper.y, widthOf(paper) / facts.length]
  rule(paper, top)
  facts.forEach(([name, value], index) => {
    const x = margin + index * step
    paper
      .fontSize(8.5)
      .fillColor(faint)
      .text(written(paper, name, 'plain'), x, top + 8, { lineBreak: false })
    paper
      .fontSize(15)
      .fillColor(ink)
      .text(written(paper, value, 'plain'), x, top + 20, { lineBreak: false })
  })
  rule(paper, top + 46)
  paper.x = margin
  paper.y = top + 50
}

interface BarBox {
  readonly target: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const paints: Record<BarKind, (paper: Paper) => void> = {
  full: (paper) => void paper.lineWidth(0.5).stroke('#8a9790'),
  kept: (paper) => void paper.lineWidth(0.5).fillAndStroke('#b9c2bd', '#5c6b64'),
  missed: (paper) => void paper.lineWidth(0.5).fillAndStroke('#14201b', '#14201b'),
  none: (paper) => void paper.fill('#c9d2ce'),
}

function bars(paper: Paper, daily: readonly ReportedDay[], { target, x, y, width, height }: BarBox): void {
  const all = barsOf(daily, target, { width, height })
  for (const kind of barKinds) {
    const theirs = all.filter((bar) => bar.kind === kind)
    if (theirs.length === 0) continue
    // In one call: a call for each of thirty thousand bars takes longer than drawing them.
    paper.addContent(theirs.map((bar) => rectangle(x + bar.x, y + bar.y, bar)).join('\n'))
    paints[kind](paper)
  }
}

const short = (value: number): string => String(Math.round(value * 100) / 100)
const rectangle = (x: number, y: number, { width, height }: { width: number; height: number }): string =>
  `${short(x)} ${short(y)} ${short(width)} ${short(height)} re`

function legend(paper: Paper, { slaTarget }: UptimeReport): void {
  const words = [
    'Outline: no downtime.',
    `Grey: ${slaTarget} % or more.`,
    `Black: less than ${slaTarget} %.`,
    'Flat line: not monitored.',
  ].join(' ')
  paper
    .fontSize(8)
    .fillColor(faint)
    .text(written(paper, words, 'plain'), margin, paper.y, { width: widthOf(paper) })
}

function monitorTable(paper: Paper, { monitors, slaTarget }: UptimeReport): void {
  title(paper, 'Monitors')
  const daysWidth = 150
  const row = (monitor: ReportedMonitor) => ({
    cells: [
      monitor.name,
      '',
      uptimeText(monitor.uptime),
      durationText(monitor.downMs),
      String(monitor.incidents),
      responseText(monitor.averageMs),
      responseText(monitor.p95Ms),
    ],
    draw: (x: number, y: number) =>
      bars(paper, monitor.daily, { target: slaTarget, x, y: y + 4, width: daysWidth, height: rowHeight - 8 }),
  })
  table(paper, {
    columns: [
      { name: 'Monitor', width: 140 },
      { name: 'Days', width: daysWidth + 6 },
      { name: 'Uptime', width: 55, right: true },
      { name: 'Down', width: 50, right: true },
      { name: 'Incidents', width: 42, right: true },
      { name: 'Average', width: 46, right: true },
      { name: '95 %', width: 46, right: true },
    ],
    rows: monitors.map(row),
    none: 'No monitors in this report.',
  })
}

/** More incidents than anyone reads on paper. */
const maxIncidents = 300

function incidentTable(paper: Paper, { incidents, period: { timezone } }: UptimeReport): void {
  title(paper, 'Incidents')
  table(paper, {
    columns: [
      { name: 'Began', width: 95 },
      { name: 'Monitor', width: 110 },
      { name: 'What', width: 245 },
      { name: 'Lasted', width: 60, right: true },
    ],
    rows: incidents
      .slice(0, maxIncidents)
      .map(({ startedAt, resolvedAt, failingSince, monitorName, message, falsePositive }) => ({
        cells: [
          momentText(startedAt, timezone),
          monitorName,
          falsePositive ? `False positive: ${message}` : message,
          resolvedAt ? durationText(resolvedAt.getTime() - failingSince.getTime()) : 'open',
        ],
      })),
    none: 'No incidents.',
  })
  const more = incidents.length - maxIncidents
  if (more <= 0) return
  paper.y += 6
  paragraph(paper, `${more} older incidents are in the HTML and JSON versions of this report.`, faint)
}

function maintenanceTable(paper: Paper, { maintenance, period: { timezone } }: UptimeReport): void {
  title(paper, 'Maintenance')
  table(paper, {
    columns: [
      { name: 'Began', width: 95 },
      { name: 'What', width: 285 },
      { name: 'Monitors', width: 60, right: true },
      { name: 'Lasted', width: 70, right: true },
    ],
    rows: maintenance.map(({ from, to, name, monitorIds, excludeFromSla }) => ({
      cells: [
        momentText(from, timezone),
        excludeFromSla ? name : `${name} (not excluded)`,
        String(monitorIds.length),
        durationText(to.getTime() - from.getTime()),
      ],
    })),
    none: 'No maintenance.',
  })
}
