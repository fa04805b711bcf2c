// Requests to the APIs that discoverers read, over TCP, TLS or a socket, limited in size and time.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import { CommandError, exitCodes } from '../exit-codes.ts'

export interface ApiAddress {
  /** `http://localhost` for a socket. */
  readonly url: string
  readonly socketPath?: string
  readonly tls?: Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>
  /** Read before each request: tokens of service accounts change. */
  token?(): string | undefined
}

const limitMs = 30_000
const maxBytes = 64 * 1024 * 1024
const maxLine = 4 * 1024 * 1024

export async function getJson(
  api: ApiAddress,
  path: string,
  signal: AbortSignal,
): Promise<{ data: any; headers: IncomingMessage['headers'] }> {
  const message = await open(api, path, AbortSignal.any([signal, AbortSignal.timeout(limitMs)]))
  return { data: parseJson(api, await textOf(api, message, signal)), headers: message.headers }
}

/** The objects of a response that goes on, one per line. */
export async function* streamJson(api: ApiAddress, path: string, signal: AbortSignal): AsyncGenerator<any, void> {
  // Podman sends nothing at all before the first event.
  const message = await open(api, path, signal)
  if (message.statusCode !== 200) await textOf(api, message, signal)
  let rest = ''
  try {
    message.setEncoding('utf8')
    for await (const piece of message as AsyncIterable<string>) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop()!
      if (rest.length > maxLine) throw new CommandError(`${nameOf(api)} sent an endless line.`)
      for (const line of lines) if (line.trim() !== '') yield parseJson(api, line)
    }
  } catch (error) {
    throw signal.aborted || error instanceof CommandError ? error : unreachable(api, error)
  } finally {
    message.destroy()
  }
}

/** Says which API refused what, in the words of its response. */
export class ApiRefusal extends CommandError {
  readonly status: number

  constructor(api: ApiAddress, status: number, message: unknown) {
    const words = typeof message === 'string' ? `: ${message.slice(0, 300).replace(/\.$/, '')}` : ''
    super(`${nameOf(api)} answered with the status ${status}${words}.`)
    this.status = status
  }
}

export const nameOf = ({ url, socketPath }: ApiAddress): string => socketPath ?? url

function open(api: ApiAddress, path: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, socketPath, tls, token } = api
  const bearer = token?.()
  const headers = { accept: 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  const options: RequestOptions = { headers, signal, agent: false, ...tls, ...(socketPath && { socketPath }) }
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = send(new URL(url.replace(/\/$/, '') + path), options, resolve)
    sent.once('error', (error) => reject(unreachable(api, error)))
    sent.end()
  })
}

/** Throws unless the response is what was asked for. */
async function textOf(api: ApiAddress, message: IncomingMessage, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of message) {
      bytes += (piece as Buffer).length
      if (bytes > maxBytes) throw new CommandError(`${nameOf(api)} sent more than 64 MiB.`)
      pieces.push(piece as Buffer)
    }
  } catch (error) {
    throw signal.aborted || error instanceof CommandError ? error : unreachable(api, error)
  }
  const text = Buffer.concat(pieces).toString()
  if (message.statusCode === 200) return text
  throw new ApiRefusal(api, message.statusCode ?? 0, (safeJson(text) as { message?: unknown }).message)
}

function unreachable(api: ApiAddress, error: unknown): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const why = code === 'ABORT_ERR' ? `no response within ${limitMs / 1000} seconds` : code || message
  const advice = code === 'EACCES' ? ' May this user read the socket?' : ''
  return new CommandError(`Couldn't read ${nameOf(api)}: ${why}.${advice}`, exitCodes.unreachable)
}

function parseJson(api: ApiAddress, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${nameOf(api)} sent a response that is not JSON. Is the address right?`)
  }
}

function safeJson(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}
