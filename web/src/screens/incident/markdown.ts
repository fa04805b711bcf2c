import type { Incident } from '../../api-types.ts'

/** The incident as Markdown. */
export function markdownOf(incident: Incident, origin: string): string {
  const { id, message, status, severity, monitor, failing_since: since, resolved_at: until, diagnosis } = incident
  const lines = [
    `**#${id} ${escaped(message)}** (${severity}, ${status})`,
    '',
    escaped(diagnosis),
    '',
    `- Expected: ${escaped(incident.expected)}`,
    `- Seen: ${escaped(incident.detected_value)}`,
    ...(monitor ? [`- Monitor: ${escaped(monitor.name)}`] : []),
    `- Since: ${since}`,
    ...(until ? [`- Until: ${until}`] : []),
    '',
    `${origin}/incidents/${id}`,
  ]
  return `${lines.join('\n')}\n`
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|]/g, String.raw`\$&`)
