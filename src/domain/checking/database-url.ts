// Connection URLs of databases, such as `postgres://user:password@host:5432/name?sslmode=disable`.
export interface DatabaseUrl {
  readonly scheme: string
  /** Without brackets; the first one of several. */
  readonly host: string
  readonly hosts: number
  readonly port: number | null
  readonly username: string
  readonly password: string
  readonly database: string
  readonly parameters: URLSearchParams
}

const furtherHosts = /^([a-z+]+:\/\/(?:[^@/]*@)?[^,/?]+)((?:,[^,/?]+)*)/i

/** Null for any other text. */
export function readDatabaseUrl(text: string): DatabaseUrl | null {
  const url = URL.parse(text.trim().replace(furtherHosts, '$1'))
  if (!url?.hostname || !text.includes('://')) return null
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    hosts: (furtherHosts.exec(text.trim())?.[2] ?? '').split(',').length,
    port: url.port ? Number(url.port) : null,
    username: decoded(url.username),
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    parameters: url.searchParams,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the URL says about TLS; null if it says nothing. */
export function tlsModeOf({ scheme, parameters }: DatabaseUrl): 'required' | 'none' | null {
  const [, mode = ''] = [...parameters].find(([name]) => /^(ssl-?mode|ssl|tls)$/i.test(name)) ?? []
  if (/^(disabled?|false|0)$/i.test(mode)) return 'none'
  if (mode || /^(rediss|valkeys|mqtts|amqps)$/.test(scheme) || scheme.endsWith('+srv')) return 'required'
  return /^(redis|valkey|mongodb|mqtt|amqp)$/.test(scheme) ? 'none' : null
}
