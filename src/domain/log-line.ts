// Formats a log line for a terminal.
const levels: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' }

export function readableLogLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: number; msg: string } & Record<
    string,
    unknown
  >
  const details = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${new Date(time).toISOString().slice(11, 19)} ${levels[level] ?? level} ${[msg, ...details].join('  ')}\n`
}
