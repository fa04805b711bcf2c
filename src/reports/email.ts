// A report as an email: the result first, and the whole report attached.
import { pdfOf } from './pdf.ts'
import type { UptimeReport } from './report.ts'
import { excludedTimeLines, periodText, resultText } from './text.ts'
import { durationText } from '../domain/time/format.ts'
import { uptimeText } from '../domain/uptime/uptime-text.ts'

const maxNamed = 10

export interface ReportEmail {
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[]
}

/** With the PDF attached. */
export async function reportEmail(report: UptimeReport, origin: string | null): Promise<ReportEmail> {
  const name = `report-${report.days[0]?.date ?? ''}-to-${report.days.at(-1)?.date ?? ''}.pdf`
  return {
    subject: subjectOf(report),
    text: emailText(report, origin),
    attachments: [{ name, type: 'application/pdf', content: await pdfOf(report) }],
  }
}

const verdictTexts = { met: 'target met', missed: 'target missed', too_early: 'too early to judge' }

function subjectOf(report: UptimeReport): string {
  const { uptime, verdict } = report
  const result = uptime === null ? 'nothing was monitored' : `${uptimeText(uptime)}, ${verdictTexts[verdict]}`
  return `${report.organization}: ${periodText(report)}, ${result}`
}

function emailText(report: UptimeReport, origin: string | null): string {
  const { incidents, monitors, period } = report
  const worst = monitors.filter(({ downMs }) => downMs > 0).toSorted((a, b) => b.downMs - a.downMs)
  const named = worst
    .slice(0, maxNamed)
    .map(({ name, downMs, uptime }) => `- ${name}: ${uptimeText(uptime)}, down for ${durationText(downMs)}`)
  const more = worst.length > maxNamed ? [`- and ${worst.length - maxNamed} more`] : []
  const parts = [
    `${periodText(report)} (${period.timezone})`,
    resultText(report),
    `${numberOf(monitors, 'monitor')}, ${numberOf(incidents, 'incident')}.`,
    ...(named.length > 0 ? [['What was down:', ...named, ...more].join('\n')] : []),
    ['Excluded time:', ...excludedTimeLines(report).map((line) => `- ${line}`)].join('\n'),
    `The whole report is attached.${origin === null ? '' : ` ${origin}/reports`}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const numberOf = ({ length }: readonly unknown[], what: string): string => `${length} ${what}${length === 1 ? '' : 's'}`
