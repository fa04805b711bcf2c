// The report of an incident as Markdown. Everything that people or targets wrote is escaped.
import type { ReportDocument, ReportSection } from './document.ts'

export function markdownOf({ title, subtitle, sections, footer }: ReportDocument): string {
  const parts = [`# ${inline(title)}`, inline(subtitle), ...sections.map(sectionText), `---\n\n${inline(footer)}`]
  return `${parts.join('\n\n')}\n`
}

function sectionText({ title, facts = [], entries = [], text = '', none }: ReportSection): string {
  const lines = [
    ...facts.map(([label, value]) => `- **${inline(label)}:** ${inline(value)}`),
    ...entries.map(([time, what]) => `- ${inline(time)}: ${inline(what)}`),
    ...(text ? [paragraphs(text)] : []),
  ]
  return `## ${inline(title)}\n\n${lines.length > 0 ? lines.join('\n') : `_${none}_`}`
}

const inline = (text: string): string => escaped(text.replaceAll(/\s+/g, ' ').trim())

/** Keeps line breaks; a backslash at the end of a line is one in Markdown. */
function paragraphs(text: string): string {
  const lines = text.trim().split(/\r\n|[\r\n]/)
  return lines
    .map((line, index) => {
      const shown = escaped(line.trim()).replace(/^(\d*)([-+=.)])/, String.raw`$1\$2`)
      return shown && lines[index + 1]?.trim() ? `${shown}\\` : shown
    })
    .join('\n')
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`)
