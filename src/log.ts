// Logging: one line an event; plain words on a terminal, JSON everywhere else.
import { pino, stdSerializers } from 'pino'
import { readableLogLine } from './domain/log-line.ts'
import type { Log } from './domain/log.ts'
import type { LogLevel } from './settings.ts'

export function createLog(level: LogLevel): Log {
  // As an object like any other, an error would lose what it says and where it comes from.
  const options = { level, base: null, serializers: { error: stdSerializers.err } }
  // A terminal that was closed takes no more lines; draining must go on without it.
  process.stdout.on('error', () => undefined)
  const logger = process.stdout.isTTY
    ? pino(options, { write: (line) => process.stdout.write(readableLogLine(line)) })
    : pino(options)
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
  }
}
