// Logging: one line an event; plain words on a terminal, JSON everywhere else.
import { pino, stdSerializers } from 'pino'
import type { Log } from './domain/log.ts'
import type { LogLevel } from './settings.ts'

export function createLog(level: LogLevel): Log {
  // As an object like any other, an error would lose what it says and where it comes from.
  const options = { level, base: null, serializers: { error: stdSerializers.err } }
  // A terminal that was closed takes no more lines; draining must go on without it.
  process.stdout.on('error', () => undefined)
  const logger = process.stdout.isTTY
    ? pino(options, { write: (line) => process.stdout.write(readable(line)) })
    : pino(options)
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  }
}

const levels: Record<number, string> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' }

function readable(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: number; msg: string } & Record<
    string,
    unknown
  >
  const details = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${new Date(time).toISOString().slice(11, 19)} ${levels[level] ?? level} ${[msg, ...details].join('  ')}\n`
}
