// Queries a WHOIS server (RFC 3912), and finds the server of a top-level domain.
import { isUtf8 } from 'node:buffer'
import { TargetDown } from '../../domain/outcome.ts'
import type { Net, Reach } from '../../net/index.ts'
import { sendAndReceive } from '../../net/send-receive.ts'

const maxBytes = 65_536

/** Query formats some registries need to respond in ASCII. */
const phrases: Readonly<Record<string, (domain: string) => string>> = {
  'whois.denic.de': (domain) => `-T dn ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
  'whois.dk-hostmaster.dk': (domain) => `--show-handles ${domain}`,
}

export async function queryWhois(
  server: string,
  domain: string,
  { net, ...reach }: Reach & { net: Net },
): Promise<string> {
  const { host, port } = endpointOf(server)
  const connection = await net.connect({ host, port, ...reach })
  const question = (phrases[host] ?? String)(domain)
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer): boolean => {
    chunks.push(chunk)
    bytes += chunk.length
    return bytes >= maxBytes
  }
  try {
    await sendAndReceive(connection, { payload: Buffer.from(`${question}\r\n`), take, signal: reach.signal })
  } finally {
    connection.socket.destroy()
  }
  const text = Buffer.concat(chunks).subarray(0, maxBytes)
  return text.toString(isUtf8(text) ? 'utf8' : 'latin1')
}

/** The WHOIS server of the registry, as the root server lists it. */
export async function whoisServerOf(root: string, domain: string, asking: Reach & { net: Net }): Promise<string> {
  const tld = domain.slice(domain.lastIndexOf('.') + 1)
  const response = await queryWhois(root, tld, asking)
  const [, server] = /^(?:refer|whois):[ \t]*([a-z0-9.-]{1,253}(?::\d{1,5})?)[ \t]*\r?$/im.exec(response) ?? []
  if (server === undefined)
    throw new TargetDown('other', `the registry of .${tld} can be asked neither by RDAP nor by WHOIS`)
  return server.toLowerCase()
}

function endpointOf(server: string): { host: string; port: number } {
  const [host = '', port = '43'] = server.split(':')
  return { host, port: Number(port) }
}
