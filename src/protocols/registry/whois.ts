// A question to a WHOIS server (RFC 3912), and who has to be asked for a top-level domain.
import { isUtf8 } from 'node:buffer'
import { TargetDown } from '../../domain/outcome.ts'
import type { Net, Reach } from '../../net/index.ts'
import { sendAndReceive } from '../../net/send-receive.ts'

const maxBytes = 65_536

/** How some registries want to be asked for a domain, so that all of it is told in ASCII. */
const phrases: Readonly<Record<string, (domain: string) => string>> = {
  'whois.denic.de': (domain) => `-T dn ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
  'whois.dk-hostmaster.dk': (domain) => `--show-handles ${domain}`,
}

export async function askWhois(
  server: string,
  domain: string,
  { net, ...reach }: Reach & { net: Net },
): Promise<string> {
  const { host, port } = endpointOf(server)
  const connection = await net.connect({ host, port, ...reach })
  const question = (phrases[host] ?? String)(domain)
  const heard: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer): boolean => {
    heard.push(chunk)
    bytes += chunk.length
    return bytes >= maxBytes
  }
  try {
    await sendAndReceive(connection, { payload: Buffer.from(`${question}\r\n`), take, signal: reach.signal })
  } finally {
    connection.socket.destroy()
  }
  const text = Buffer.concat(heard).subarray(0, maxBytes)
  return text.toString(isUtf8(text) ? 'utf8' : 'latin1')
}

/** The WHOIS server of the registry, as the root of all WHOIS servers says. */
export async function whoisServerOf(root: string, domain: string, asking: Reach & { net: Net }): Promise<string> {
  const tld = domain.slice(domain.lastIndexOf('.') + 1)
  const answer = await askWhois(root, tld, asking)
  const [, server] = /^(?:refer|whois):[ \t]*([a-z0-9.-]{1,253}(?::\d{1,5})?)[ \t]*\r?$/im.exec(answer) ?? []
  if (server === undefined)
    throw new TargetDown('other', `the registry of .${tld} can be asked neither by RDAP nor by WHOIS`)
  return server.toLowerCase()
}

function endpointOf(server: string): { host: string; port: number } {
  const [host = '', port = '43'] = server.split(':')
  return { host, port: Number(port) }
}
