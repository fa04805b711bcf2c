// Serves the documentation at /docs, every page also as Markdown, and all guides as one text at /llms-full.txt.
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocsSite } from '../docs/site.ts'
import type { Services } from '../operations/registry/services.ts'
import { takeFromAddressBudget } from './admit.ts'
import type { TakeFromAddress } from './limits/anonymous-budget.ts'
import { type PageResponse, responseOf, sendResponse } from './status-pages/responses.ts'

// Every page as HTML and as Markdown.
const maxResponses = 200
const maxQuery = 200

interface DocsResponse {
  readonly status: number
  readonly response: PageResponse
}

export function serveDocs(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  const cache = new Map<string, DocsResponse>()
  let opened: Promise<OpenedDocs> | undefined
  const serve = (make: (docs: OpenedDocs, path: string) => DocsResponse) => ({
    onRequest: async (request: FastifyRequest): Promise<void> => takeFromAddressBudget(takeFromAddress, request),
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const path = request.url.split('?', 1)[0]!.replace(/\/$/, '')
      const known = cache.get(path)
      const { status, response } = known ?? make(await (opened ??= openDocsHere(services)), path)
      // Otherwise made-up addresses would push pages out.
      if (!known && status === 200) {
        if (cache.size >= maxResponses) cache.clear()
        cache.set(path, { status, response })
      }
      return sendResponse(response, request, reply.code(status))
    },
  })
  const page = serve(({ site, policy }, path) => pageResponse(site.fileAt(path.replace(/^\/docs\/?/, '')), policy))
  app.get('/docs', page)
  app.get('/docs/search.json', {
    onRequest: page.onRequest,
    handler: async (request: FastifyRequest<{ Querystring: { q?: unknown } }>) => {
      const { site } = await (opened ??= openDocsHere(services))
      return site.search(String(request.query.q ?? '').slice(0, maxQuery))
    },
  })
  app.get('/docs/*', page)
  app.get(
    '/llms-full.txt',
    serve(({ site }) => ({ status: 200, response: responseOf({ ...plain, body: site.wholeText() }) })),
  )
}

interface OpenedDocs {
  readonly site: DocsSite
  readonly policy: string
}

// The documentation and what renders it are loaded at the first request.
async function openDocsHere(services: Services): Promise<OpenedDocs> {
  const { docsPolicy, openDocs } = await import('../docs/site.ts')
  const folder = fileURLToPath(new URL('../../docs', import.meta.url))
  return {
    site: openDocs({ folder, readDescription: services.openapi, origin: services.origin() }),
    policy: docsPolicy,
  }
}

const plain = {
  type: 'text/plain; charset=utf-8',
  headers: { 'cache-control': 'public, no-cache', vary: 'accept-encoding' },
}

function pageResponse({ type, body, isFound }: ReturnType<DocsSite['fileAt']>, policy: string): DocsResponse {
  const headers = {
    'cache-control': type === 'image/png' ? 'public, max-age=3600' : 'public, no-cache',
    vary: 'accept-encoding',
    ...(type.startsWith('text/html') && { 'content-security-policy': policy }),
  }
  return { status: isFound ? 200 : 404, response: responseOf({ type, body, headers }) }
}
