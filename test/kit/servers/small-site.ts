// A web site of a test's own: what is asked for by its path, and everything that was.
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, type RequestListener, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Certificate } from '../checks/certificates.ts'
import { listening } from './listening.ts'

export interface SmallAnswer {
  readonly status?: number
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

type Answering = string | Buffer | SmallAnswer | RequestListener

export interface SmallSite {
  /** `http://127.0.0.1:4711`, or with https and localhost. */
  readonly origin: string
  /** `GET /path`, in the order they came. */
  readonly requested: string[]
  readonly headers: IncomingHttpHeaders[]
}

/** Paths may change while it runs. What is not there is a 404. */
export async function startSite(pages: Record<string, Answering>, certificate?: Certificate): Promise<SmallSite> {
  const requested: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const answer: RequestListener = (request, response) => {
    requested.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    const page = pages[request.url!] ?? { status: 404, body: 'not here' }
    if (typeof page === 'function') return page(request, response)
    const { status = 200, headers: own = {}, body = '' } = isText(page) ? { body: page } : page
    response.writeHead(status, own).end(body)
  }
  const server = certificate ? createSecureServer(certificate, answer) : createServer(answer)
  const port = await listening(server)
  return { origin: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`, requested, headers }
}

const isText = (page: string | Buffer | SmallAnswer): page is string | Buffer =>
  typeof page === 'string' || Buffer.isBuffer(page)
