import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { Fault } from '../domain/fault.ts'

type ParsedBody = [Error | null, unknown?]

export function readJson(bytes: Buffer): ParsedBody {
  if (!isUtf8(bytes)) return [new Fault('invalid_request', 'Malformed JSON: must be UTF-8')]
  const text = bytes.toString().replace(/^\ufeff/, '')
  if (text.trim() === '') return [null, undefined]
  try {
    return [null, JSON.parse(text)]
  } catch (error) {
    // The engine quotes the text around the error, which may contain a secret.
    return [new Fault('invalid_request', `Malformed JSON: ${(error as Error).message.replace(/, (\.\.\.)?".*$/s, '')}`)]
  }
}

/** Whether the request has no body; then its content type does not matter. */
export async function isEmpty(body: Readable): Promise<boolean> {
  return await new Promise((resolve) => {
    body.once('data', () => resolve(false))
    body.once('end', () => resolve(true))
    body.once('close', () => resolve(false))
  })
}
