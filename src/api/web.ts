// Serves the dashboard: one page at each of its addresses, and the files it loads. Programs get JSON as before.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '../pages/parts/style.ts'
import { progressPage } from './progress-page.ts'

export interface WebFile {
  readonly type: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gz: Buffer | null
}

/** The current state of the dashboard's build. */
export type Dashboard =
  | { readonly state: 'building'; readonly doing: string }
  | { readonly state: 'failed'; readonly why: string }
  /** Files by their path, such as `/assets/index-B5KkHuQq.css`. */
  | { readonly state: 'ready'; readonly files: ReadonlyMap<string, WebFile> }

const addresses = [
  '/setup',
  '/sign-in',
  '/sign-in/two-factor',
  '/sign-in/single-sign-on',
  '/sign-in/callback/:organization',
  '/reset',
  '/invitation/:token',
  '/oauth/consent',
  '/oauth/device',
  '/',
  ...[
    'monitors',
    'incidents',
    'hosts',
    'on-call',
    'channels',
    'contacts',
    'maintenance',
    'status-pages',
    'reports',
    'diagnostics',
    'confirmations',
    'settings',
  ].flatMap((name) => [`/${name}`, `/${name}/*`]),
]

/** Files at fixed addresses, and how long browsers keep them. The service worker must never be an old one. */
const rootFiles: Readonly<Record<string, string>> = {
  '/favicon.svg': 'public, max-age=3600',
  '/favicon-alarm.svg': 'public, max-age=3600',
  '/manifest.webmanifest': 'public, max-age=3600',
  '/icon-192.png': 'public, max-age=3600',
  '/icon-512.png': 'public, max-age=3600',
  '/icon-maskable-512.png': 'public, max-age=3600',
  '/badge-96.png': 'public, max-age=3600',
  '/service-worker.js': 'no-cache',
}

/** Of the service worker: it only sends requests to this server. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** `forPrograms`: the response for clients that do not accept HTML. */
export function serveDashboard(
  app: FastifyInstance,
  dashboard: () => Dashboard,
  forPrograms: Readonly<Record<string, PageHandler>>,
): void {
  for (const address of addresses)
    app.get(address, async (request, reply) => {
      if (wantsPage(request)) return sendPage(dashboard(), request, reply)
      const program = forPrograms[address]
      return program ? program(request, reply) : reply.callNotFound()
    })
  for (const address of ['/assets/:file', ...Object.keys(rootFiles)])
    app.get(address, async (request, reply) => sendFile(dashboard(), request, reply))
}

/** The dashboard shows its own message once it is built. */
export function sendNotFoundPage(dashboard: Dashboard, request: FastifyRequest, reply: FastifyReply) {
  const isLooking = request.method === 'GET' && wantsPage(request) && dashboard.state === 'ready'
  return isLooking ? sendPage(dashboard, request, reply.code(404)) : undefined
}

const withoutPage = { state: 'failed', why: 'The build has no index.html.' } as const

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

function sendPage(dashboard: Dashboard, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept, accept-encoding')
  const index = dashboard.state === 'ready' ? dashboard.files.get('/index.html') : undefined
  if (index) {
    reply.headers({ 'content-security-policy': policyOf(index), 'cache-control': 'no-cache' })
    return sendBytes(index, request, reply)
  }
  const { html, policy } = progressPage(dashboard.state === 'ready' ? withoutPage : dashboard)
  return reply
    .code(503)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'retry-after': '2' })
    .send(html)
}

function sendFile(dashboard: Dashboard, request: FastifyRequest, reply: FastifyReply): unknown {
  const path = request.url.split('?', 1)[0]!
  const file = dashboard.state === 'ready' ? dashboard.files.get(path) : undefined
  if (!file) return reply.callNotFound()
  // File names in /assets contain a hash of the content.
  const cache = rootFiles[path] ?? 'public, max-age=31536000, immutable'
  if (path === '/service-worker.js') reply.header('content-security-policy', workerPolicy)
  reply.headers({ 'content-type': file.type, 'cache-control': cache, vary: 'accept-encoding' })
  return sendBytes(file, request, reply)
}

function sendBytes({ plain, br, gz }: WebFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = headers['accept-encoding'] ?? ''
  if (br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
  if (gz && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gz)
  return reply.send(plain)
}

const policies = new WeakMap<WebFile, string>()

/** The page's inline script sets the theme before the first paint; no other inline script may run. */
function policyOf(index: WebFile): string {
  const known = policies.get(index)
  if (known) return known
  const scripts = [...index.plain.toString().matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => hashOf(text!))
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  policies.set(index, policy)
  return policy
}
