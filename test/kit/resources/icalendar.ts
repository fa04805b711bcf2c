// Calendars as their readers read them.

/** The lines of a calendar, unfolded. */
export function linesIn(text: string): string[] {
  return text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}

/** Each event with its properties, unescaped. */
export function eventsIn(text: string): Record<string, string>[] {
  const events: Record<string, string>[] = []
  let open: Record<string, string> | undefined
  for (const line of linesIn(text)) {
    if (line === 'BEGIN:VEVENT') open = {}
    else if (line === 'END:VEVENT') events.push(open!)
    else if (open) open[line.slice(0, line.indexOf(':')).split(';')[0]!] = unescaped(line.slice(line.indexOf(':') + 1))
  }
  return events
}

/** `20260301T090000Z` as a moment. */
export function momentOf(written: string | undefined): Date {
  const [, year, month, date, hours, minutes, seconds] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(
    written ?? '',
  )!
  return new Date(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}Z`)
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_all, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  )
}
