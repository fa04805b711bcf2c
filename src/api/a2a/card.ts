// The agent card: what other agents learn about this one before they call it.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { skills } from '../../assistants/a2a/skills.ts'
import type { Services } from '../../operations/registry/services.ts'
import { takeFromAddressBudget } from '../admit.ts'
import { jsonType } from '../errors.ts'
import { commonHeaders, securityHeaders, uncounted } from '../headers.ts'
import type { TakeFromAddress } from '../limits/anonymous-budget.ts'

export const a2aPath = '/a2a'
export const cardPath = '/.well-known/agent-card.json'
const maxAgeSeconds = 300
const modes = ['application/json', 'text/plain']

export function agentCard({ origin, version }: Pick<Services, 'origin' | 'version'>): object {
  const base = origin()
  return {
    name: 'Lapwing',
    description: 'Watches websites, servers and jobs: reports their status, explains incidents and sets up monitoring.',
    version,
    provider: { organization: 'Lapwing', url: base },
    supportedInterfaces: [{ url: `${base}${a2aPath}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: modes,
    defaultOutputModes: modes,
    securitySchemes: {
      bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'An API key of an organization' } },
      oauth: {
        oauth2SecurityScheme: {
          flows: {
            authorizationCode: {
              authorizationUrl: `${base}/oauth/authorize`,
              tokenUrl: `${base}/oauth/token`,
              refreshUrl: `${base}/oauth/token`,
              scopes: { read: 'Read everything of the organization', write: 'Also change it' },
              pkceRequired: true,
            },
          },
          oauth2MetadataUrl: `${base}/.well-known/oauth-authorization-server`,
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }, { schemes: { oauth: { list: ['read'] } } }],
    skills: skills.map(({ id, name, description, tags, example }) => ({
      id,
      name,
      description,
      tags,
      examples: [JSON.stringify({ skill: id, input: example })],
      inputModes: modes,
      outputModes: modes,
    })),
  }
}

/** Anyone may read the card, as often as anonymous clients may read anything. */
export function serveAgentCard(app: FastifyInstance, services: Services, takeFromAddress: TakeFromAddress): void {
  // The card changes with the version and the address, so with a start at most.
  const since = services.clock.now().toUTCString()
  app.get(cardPath, async (request, reply) => {
    takeFromAddressBudget(takeFromAddress, request)
    const text = JSON.stringify(agentCard(services))
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({
      ...securityHeaders(services.origin()),
      ...commonHeaders(request.budget ?? uncounted),
      'cache-control': `public, max-age=${maxAgeSeconds}`,
      etag,
      'last-modified': since,
    })
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
    return reply.header('content-type', jsonType).send(text)
  })
}
