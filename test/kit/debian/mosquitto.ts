// A real MQTT broker with users and rules of a test's own.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon } from './daemon.ts'

const program = '/usr/sbin/mosquitto'

export const hasMosquitto = existsSync(program)

export interface MqttBroker {
  /** Accepts everybody. */
  readonly open: number
  /** Accepts the users only, who are bound to `rules`. */
  readonly closed: number
  /** Accepts everybody, over TLS. */
  readonly secure: number
  stop(): Promise<void>
}

/** `users` are passwords by name, `rules` those of an ACL file. */
export async function startMosquitto(wishes: {
  certificate: Certificate
  users: Record<string, string>
  rules: string
}): Promise<MqttBroker> {
  const folder = newFolder()
  const path = (name: string): string => join(folder.path, name)
  const ports = { open: await freePort(), closed: await freePort(), secure: await freePort() }
  writeFileSync(path('cert.pem'), wishes.certificate.cert)
  writeFileSync(path('key.pem'), wishes.certificate.key)
  writeFileSync(path('rules'), wishes.rules, { mode: 0o600 })
  writeFileSync(path('users'), '', { mode: 0o600 })
  for (const [name, password] of Object.entries(wishes.users))
    execFileSync('/usr/bin/mosquitto_passwd', ['-b', path('users'), name, password], { stdio: 'ignore' })
  writeFileSync(path('mosquitto.conf'), configuration(path, ports))
  const daemon = await startDaemon([program, '-c', path('mosquitto.conf')], ports.secure)
  return { ...ports, stop: () => daemon.stop().finally(folder.remove) }
}

function configuration(path: (name: string) => string, ports: Omit<MqttBroker, 'stop'>): string {
  return `
per_listener_settings true
user ${userInfo().username}
log_dest stderr
listener ${ports.open} 127.0.0.1
allow_anonymous true
listener ${ports.closed} 127.0.0.1
allow_anonymous false
password_file ${path('users')}
acl_file ${path('rules')}
listener ${ports.secure} 127.0.0.1
allow_anonymous true
certfile ${path('cert.pem')}
keyfile ${path('key.pem')}
`
}
