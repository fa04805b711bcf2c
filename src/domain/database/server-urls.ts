const severalHosts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/**
 * One URL per server of a URL in the form of libpq: `postgres://user@one:5432,two:5432/database`, or with
 * `?host=/run/one,/run/two`. `target_session_attrs` is ignored: Lapwing always looks for the primary.
 */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', path = '', query = ''] = severalHosts.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const { host: names, port: numbers } = Object.fromEntries(parameters)
  const named = names?.split(',') ?? []
  if (!hosts.includes(',') && named.length < 2 && !parameters.has('target_session_attrs')) return [url]
  parameters.delete('target_session_attrs')
  const ports = numbers?.split(',') ?? []
  const hostOf = hosts.split(',')
  return (named.length > 0 ? named : hostOf).map((host, index) => {
    const own = new URLSearchParams(parameters)
    if (named.length > 0) own.set('host', host)
    if (ports.length > 0) own.set('port', ports[index] ?? ports[0]!)
    const authority = named.length > 0 ? hostOf[0]! : host
    return `${start}${authority}${path}${own.size === 0 ? '' : `?${own}`}`
  })
}

const usualConnectSeconds = 10

/** The time in which a server has to accept a connection: `connect_timeout` of libpq, in seconds. NaN if it is none. */
export function connectTimeoutMs(url: string): number {
  const [, seconds = '0'] = /[?&]connect_timeout=([^&#]*)/.exec(url) ?? []
  return /^\d{1,4}$/.test(seconds) ? (Number(seconds) || usualConnectSeconds) * 1000 : NaN
}
