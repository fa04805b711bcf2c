// Logging: one line per event, as text on a terminal and as JSON elsewhere.
import { pino, stdSerializers } from 'pino'
import { readableLogLine } from './domain/log-line.ts'
import type { Log } from './domain/log.ts'
import type { LogLevel } from './settings.ts'

export function createLog(level: LogLevel): Log {
  // Serialized like other objects, an error would lose its message and stack.
  const options = { level, base: null, serializers: { error: stdSerializers.err } }
  // A closed terminal accepts no more lines; the shutdown must continue without it.
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
