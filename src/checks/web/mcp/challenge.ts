// Reads the login challenge of a server: RFC 9728, metadata of a protected resource.
import { TargetDown } from '../../../domain/outcome.ts'
import { bodyText } from '../evidence.ts'
import { readJson } from '../json/read.ts'
import { type JsonValue, isObject } from '../json/values.ts'
import type { LoginRequired, Link } from './link.ts'

const maxMetadata = 262_144

/** Measures the challenge; the caller decides whether it is a failure. */
export async function inspectChallenge({ header }: LoginRequired, link: Link): Promise<void> {
  const { metrics, evidence } = link.context.observed
  metrics['mcp.auth_required'] = 1
  const places = metadataPlaces(header, link.target)
  const [url, problem] = await firstMetadata(places, link)
  metrics['mcp.auth_metadata_valid'] = problem === null ? 1 : 0
  evidence.challenge = {
    www_authenticate: header.slice(0, 300) || 'none',
    metadata: url.href.slice(0, 300),
    ...(problem !== null && { problem }),
  }
}

/** The URL that the server names, or else those of the standard. */
function metadataPlaces(header: string, target: URL): [URL, ...URL[]] {
  const [, quoted, plain] = /resource_metadata\s*=\s*(?:"([^"]*)"|([^\s,]+))/i.exec(header) ?? []
  const named = URL.parse(quoted ?? plain ?? '', target.href)
  if ((quoted ?? plain) && named && ['http:', 'https:'].includes(named.protocol)) return [named]
  const wellKnown = new URL('/.well-known/oauth-protected-resource', target)
  if (target.pathname === '/') return [wellKnown]
  return [new URL(`${wellKnown.pathname}${target.pathname}`, target), wellKnown]
}

async function firstMetadata([first, ...others]: [URL, ...URL[]], link: Link): Promise<[URL, string | null]> {
  const problem = await metadataProblem(first, link)
  const [next] = others
  if (problem === null || !next) return [first, problem]
  const otherProblem = await metadataProblem(next, link)
  return otherProblem === null ? [next, null] : [first, problem]
}

async function metadataProblem(url: URL, { config, context, target }: Link): Promise<string | null> {
  try {
    const answer = await context.net.request({
      url,
      method: 'GET',
      headers: [{ key: 'Accept', value: 'application/json' }],
      maxRedirects: 3,
      maxBytes: maxMetadata,
      verify: config.verifyTls,
      ipVersion: config.ipVersion,
      signal: context.signal,
    })
    if (answer.status !== 200) return `it responds with HTTP ${answer.status}`
    const read = readJson(bodyText(answer))
    return 'problem' in read ? read.problem : contentProblem(read.value, target)
  } catch (error) {
    if (!(error instanceof TargetDown) || context.signal.aborted) throw error
    return error.message
  }
}

function contentProblem(metadata: JsonValue, target: URL): string | null {
  if (!isObject(metadata)) return 'it is not an object'
  const { resource, authorization_servers: servers } = metadata
  const named = typeof resource === 'string' ? URL.parse(resource) : null
  if (!named) return 'its resource is not a URL'
  if (named.origin !== target.origin || !isBelow(target.pathname, named.pathname))
    return `its resource is ${String(resource).slice(0, 200)}, not ${target.origin}${target.pathname}`
  if (!Array.isArray(servers) || servers.length === 0) return 'it names no authorization_servers'
  const isServer = (one: unknown): boolean =>
    typeof one === 'string' && /^https?:$/.test(URL.parse(one)?.protocol ?? '')
  return servers.every(isServer) ? null : 'one of its authorization_servers is not a URL'
}

function isBelow(path: string, parent: string): boolean {
  const start = parent.replace(/\/$/, '')
  return path === parent || path === start || path.startsWith(`${start}/`)
}
