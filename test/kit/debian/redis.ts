import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon, tcpAnswers } from './daemon.ts'

const program = '/usr/bin/redis-server'

export const hasRedis = existsSync(program)

export interface RedisServer {
  readonly port: number
  /** Zero without a certificate. */
  readonly tlsPort: number
  stop(): Promise<void>
}

/** `settings` are lines of redis.conf. */
export async function startRedis({
  settings = [],
  certificate,
}: { settings?: readonly string[]; certificate?: Certificate } = {}): Promise<RedisServer> {
  const folder = newFolder()
  const file = (name: string, text: string): string => {
    const path = join(folder.path, name)
    writeFileSync(path, text, { mode: 0o600 })
    return JSON.stringify(path)
  }
  const port = await freePort()
  const tlsPort = certificate ? await freePort() : 0
  const tls = certificate
    ? [
        `tls-port ${tlsPort}`,
        `tls-cert-file ${file('server.crt', certificate.cert)}`,
        `tls-key-file ${file('server.key', certificate.key)}`,
        `tls-ca-cert-file ${file('ca.crt', certificate.cert)}`,
        'tls-auth-clients no',
      ]
    : []
  const lines = [`port ${port}`, 'bind 127.0.0.1', 'save ""', `dir ${JSON.stringify(folder.path)}`, ...tls, ...settings]
  file('redis.conf', lines.map((line) => `${line}\n`).join(''))
  const daemon = await startDaemon([program, join(folder.path, 'redis.conf')], () => tcpAnswers(port, 'PING\r\n'))
  return { port, tlsPort, stop: () => daemon.stop().finally(folder.remove) }
}
