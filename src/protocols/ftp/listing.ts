// File listings of FTP servers: MLST facts, which are exact, and lists for people, which are not.
export interface ListedFile {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'other'
  readonly bytes: number | null
  readonly modifiedAt: Date | null
}

const maxLine = 4096
const maxLines = 100_000
const maxNewest = 8

/** Reads a list as it arrives and keeps only what is needed, so a long one costs no memory. */
export class FtpListing {
  readonly #parse: (line: string) => ListedFile | null
  readonly #decoder = new TextDecoder()
  #rest = ''
  #lines = 0
  files = 0
  newestAt: Date | null = null
  /** The newest files; several when the list does not distinguish their times. */
  newest: string[] = []

  constructor(parse: (line: string) => ListedFile | null) {
    this.#parse = parse
  }

  /** The list was cut at the line limit. */
  get isFull(): boolean {
    return this.#lines >= maxLines
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, maxLine)
    for (const line of lines) if (!this.isFull) this.#line(line)
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest)
    this.#rest = ''
  }

  #line(line: string): void {
    this.#lines += 1
    const entry = this.#parse(line.slice(0, maxLine).replace(/\r$/, ''))
    if (entry?.kind !== 'file') return
    this.files += 1
    if (!entry.modifiedAt || (this.newestAt && entry.modifiedAt < this.newestAt)) return
    if (!this.newestAt || entry.modifiedAt > this.newestAt) this.newest = []
    this.newestAt = entry.modifiedAt
    if (this.newest.length < maxNewest) this.newest.push(entry.name)
  }
}

const kinds: Readonly<Record<string, ListedFile['kind']>> = {
  file: 'file',
  dir: 'directory',
  cdir: 'directory',
  pdir: 'directory',
}

/** `type=file;size=17;modify=20260131235959; name` */
export function parseFacts(line: string): ListedFile | null {
  const split = line.indexOf(' ')
  if (split < 0 || !line.slice(0, split).includes('=')) return null
  const facts = new Map(
    line
      .slice(0, split)
      .split(';')
      .map((fact) => fact.split('='))
      .map(([key = '', value = '']) => [key.toLowerCase(), value]),
  )
  const size = facts.get('size') ?? ''
  return {
    name: line.slice(split + 1),
    kind: kinds[(facts.get('type') ?? '').toLowerCase()] ?? 'other',
    bytes: /^\d{1,15}$/.test(size) ? Number(size) : null,
    modifiedAt: parseTime(facts.get('modify') ?? ''),
  }
}

/** `20260131235959` with or without a fraction, in UTC. */
export function parseTime(text: string): Date | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

const unix =
  /^([-a-z])[-a-zA-Z]{9}[+.@]?\s+\d+\s+\S+\s+(?:\S+\s+)?(\d+)(?:,\s*\d+)?\s+([A-Z][a-z]{2})\s+(\d{1,2})\s+(\d{4}|\d{1,2}:\d\d)\s(.+)$/
const unixKind: Readonly<Record<string, ListedFile['kind']>> = { '-': 'file', d: 'directory' }
const dos = /^(\d\d)-(\d\d)-(\d\d|\d{4})\s+(\d\d):(\d\d)(AM|PM)?\s+(<DIR>|\d+)\s+(.+)$/i
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A line of `ls -l` or DOS. Its time zone is unknown: use the time to compare files, not to display. */
export function parseListLine(line: string, now: Date): ListedFile | null {
  const [, mark, size, month, day, yearOrTime = '', name] = unix.exec(line) ?? []
  if (mark && name) {
    const modifiedAt = unixTime(months.indexOf(month ?? ''), Number(day), yearOrTime, now)
    return { name, kind: unixKind[mark] ?? 'other', bytes: Number(size), modifiedAt }
  }
  // The month is in another language, but the line is a file.
  if (/^[-d][-a-zA-Z]{9}/.test(line))
    return { name: '', kind: line.startsWith('d') ? 'directory' : 'file', bytes: null, modifiedAt: null }
  return parseDosLine(line)
}

function unixTime(month: number, day: number, yearOrTime: string, now: Date): Date | null {
  if (month < 0) return null
  if (!yearOrTime.includes(':')) return new Date(Date.UTC(Number(yearOrTime), month, day))
  const [hour, minute] = yearOrTime.split(':').map(Number)
  const inYear = (year: number): Date => new Date(Date.UTC(year, month, day, hour, minute))
  const thisYear = inYear(now.getUTCFullYear())
  // Times without a year are recent; a day ahead of us is a time zone, more means last year.
  return thisYear.getTime() - now.getTime() > 86_400_000 ? inYear(now.getUTCFullYear() - 1) : thisYear
}

function parseDosLine(line: string): ListedFile | null {
  const match = dos.exec(line)
  if (!match) return null
  const [, month, day, year = '', hour, minute, half, size = '', name = ''] = match
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour)
  return {
    name,
    kind: /^\d/.test(size) ? 'file' : 'directory',
    bytes: /^\d/.test(size) ? Number(size) : null,
    modifiedAt: new Date(Date.UTC(fullYear, Number(month) - 1, Number(day), hours, Number(minute))),
  }
}
