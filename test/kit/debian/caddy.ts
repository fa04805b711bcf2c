// A real web server that speaks HTTP/3, with answers of a test's own.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { startDaemon, tcpAnswers, udpAnswers } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/bin/caddy'

export const hasCaddy = existsSync(program)

export interface QuicServer {
  /** The same for UDP and TCP. */
  readonly port: number
  stop(): Promise<void>
}

interface Wishes {
  certificate: Certificate
  /** What stands inside the site block. */
  site: string
  /** Found below the root by their names. */
  files?: Record<string, string>
  protocols?: string
  /** More for the `tls` block. */
  tls?: string
}

export async function startCaddy(options: Wishes): Promise<QuicServer> {
  const folder = newFolder()
  const port = await freePort()
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text)
  for (const [name, text] of Object.entries(options.files ?? {})) write(name, text)
  write('cert.pem', options.certificate.cert)
  write('key.pem', options.certificate.key)
  write('Caddyfile', configuration(folder.path, port, options))
  const env = { PATH: process.env['PATH'], HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path }
  const command = [program, 'run', '--config', join(folder.path, 'Caddyfile'), '--adapter', 'caddyfile'] as const
  const daemon = await startDaemon(command, () => speaks(port, options.protocols ?? usualProtocols), { env })
  return {
    port,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}

const usualProtocols = 'h1 h2 h3'

// A version of QUIC that nobody speaks (RFC 9000, section 15): every server answers which ones it does.
const versionQuestion = Buffer.concat([Buffer.from('c01a2a3a4a08010203040506070800', 'hex'), Buffer.alloc(1200)])

/** Its ports for TCP and for UDP are opened one after the other. */
async function speaks(port: number, protocols: string): Promise<boolean> {
  if (!(await tcpAnswers(port))) return false
  return !protocols.includes('h3') || udpAnswers(port, versionQuestion)
}

function configuration(folder: string, port: number, { site, protocols = usualProtocols, tls = '' }: Wishes): string {
  return `
{
  admin off
  auto_https off
  default_sni localhost
  servers {
    protocols ${protocols}
    # Debian's forgets which name an HTTP/3 connection was made for.
    strict_sni_host insecure_off
  }
}
https://:${port} {
  bind 127.0.0.1
  tls "${folder}/cert.pem" "${folder}/key.pem" {
    ${tls}
  }
  root * "${folder}"
  ${site}
}
`
}
