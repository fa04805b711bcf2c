// An OAuth server that issues a token for each request and keeps the requests.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

interface TokenRequest extends Readonly<Record<string, string>> {
  readonly authorization: string
}

/** `respond` replaces the usual answer: `token-1`, then `token-2` and so on, each for an hour. */
export async function startTokenServer(respond?: (form: TokenRequest) => object) {
  const requests: TokenRequest[] = []
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const received = { authorization: request.headers.authorization ?? '', ...form }
    requests.push(received)
    const usual = { access_token: `token-${requests.length}`, token_type: 'Bearer', expires_in: 3600 }
    const answer = respond?.(received) ?? usual
    response
      .writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer))
  })
  return { url: `http://127.0.0.1:${await listening(server)}/token`, requests }
}
