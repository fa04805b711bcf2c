// A small load generator: keep-alive connections that repeat the same request.
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

export interface Load {
  port: number
  path: string
  key: string
  requests: number
  connections?: number
  /** Sent with POST. */
  body?: object
  headers?: Readonly<Record<string, string>>
}

/** Sends the requests and returns the body size of one response. */
export async function load({ port, path, key, requests, connections = 8, body, headers = {} }: Load): Promise<number> {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({ host: 'localhost', authorization: `Bearer ${key}`, ...headers })
  const start = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n`
  const head = start + lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const about = `content-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n`
  const request = body === undefined ? `${head}\r\n` : head + about + content
  let left = requests
  const take = (): boolean => left-- > 0
  const sizes = await Promise.all(Array.from({ length: connections }, () => drive(port, { request, take })))
  return Math.max(...sizes)
}

async function drive(port: number, { request, take }: { request: string; take: () => boolean }): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const read = answers(socket)
  let size = 0
  while (take()) {
    socket.write(request)
    size = await read()
  }
  socket.destroy()
  return size
}

function answers(socket: Socket): () => Promise<number> {
  let buffered: Buffer = Buffer.alloc(0)
  let resolve: ((size: number) => void) | undefined
  let reject: ((error: Error) => void) | undefined
  socket.on('error', (error) => reject?.(error))
  socket.on('data', (chunk: Buffer) => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    const head = buffered.indexOf('\r\n\r\n')
    if (head < 0) return
    const text = buffered.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (buffered.length < head + 4 + length) return
    buffered = buffered.subarray(head + 4 + length)
    if (text.startsWith('HTTP/1.1 200')) resolve?.(length)
    else reject?.(new Error(text))
  })
  return () => new Promise((ok, fail) => ([resolve, reject] = [ok, fail]))
}
