// A real RADIUS server with users of a test's own.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { radiusRequest } from '../../../src/protocols/radius.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon, udpAnswers } from './daemon.ts'

const program = '/usr/sbin/freeradius'

export const hasFreeradius = existsSync(program)

export interface RadiusServer {
  readonly port: number
  readonly secret: string
  stop(): Promise<void>
}

/** `respond` is what stands in its section `post-auth`; a login that fails gets a Reply-Message. */
export async function startFreeradius(users: Record<string, string>, respond = signed): Promise<RadiusServer> {
  const folder = newFolder()
  const port = await freePort()
  const secret = 'between-client-and-server'
  mkdirSync(join(folder.path, 'run'))
  writeFileSync(join(folder.path, 'users'), Object.entries(users).map(entry).join(''))
  writeFileSync(join(folder.path, 'radiusd.conf'), configuration(folder.path, { port, secret, respond }))
  const question = radiusRequest({ secret, username: '', password: '', ...noNames }).packet
  const daemon = await startDaemon([program, '-f', '-l', 'stdout', '-d', folder.path, '-n', 'radiusd'], () =>
    udpAnswers(port, question),
  )
  return { port, secret, stop: () => daemon.stop().finally(folder.remove) }
}

const signed = 'update reply {\n Message-Authenticator := 0x00\n }'
const noNames = { nasIdentifier: undefined, calledStationId: undefined, callingStationId: undefined }

const entry = ([name, password]: [string, string]): string =>
  `${name} Cleartext-Password := "${password}"\n\tReply-Message = "Welcome"\n`

interface Wishes {
  readonly port: number
  readonly secret: string
  readonly respond: string
}

function configuration(folder: string, { port, secret, respond }: Wishes): string {
  return `
prefix = /usr
raddbdir = "${folder}"
logdir = "${folder}"
run_dir = "${folder}/run"
libdir = /usr/lib/freeradius
thread pool {
  start_servers = 1
  max_servers = 2
  min_spare_servers = 1
  max_spare_servers = 1
}
client localhost {
  ipaddr = 127.0.0.1
  secret = ${secret}
  require_message_authenticator = yes
}
modules {
  files {
    filename = "${folder}/users"
  }
  pap {
  }
}
server default {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${port}
  }
  authorize {
    files
    pap
  }
  authenticate {
    pap
  }
  post-auth {
    ${respond}
    Post-Auth-Type REJECT {
      ${respond}
      update reply {
        Reply-Message := "Wrong password"
      }
    }
  }
}
security {
  status_server = yes
  reject_delay = 0
}
`
}
