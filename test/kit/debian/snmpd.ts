// A real SNMP agent with users and values of a test's own.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integer, objectId, octets, sequence, tagged } from '../../../src/protocols/snmp/ber.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'
import { startDaemon, udpAnswers } from './daemon.ts'

const program = '/usr/sbin/snmpd'

export const hasSnmpd = existsSync(program)

export interface SnmpAgent {
  readonly port: number
  stop(): Promise<void>
}

/** `directives` are those of snmpd.conf. */
export async function startSnmpd(directives: string): Promise<SnmpAgent> {
  const folder = newFolder()
  const port = await freePort()
  const file = join(folder.path, 'snmpd.conf')
  writeFileSync(file, `agentAddress udp:127.0.0.1:${port}\nrocommunity started default .1.3.6.1.2.1.1\n${directives}\n`)
  const env = { PATH: process.env['PATH'], SNMP_PERSISTENT_DIR: folder.path, MIBS: '' }
  const daemon = await startDaemon(
    [program, '-f', '-C', '-c', file, '-Loe', '-I', '-smux'],
    () => udpAnswers(port, question),
    { env },
  )
  return { port, stop: () => daemon.stop().finally(folder.remove) }
}

const binding = sequence(objectId('1.3.6.1.2.1.1.3.0'), tagged(5))
const question = sequence(
  integer(1),
  octets('started'),
  tagged(0xa0, integer(1), integer(0), integer(0), sequence(binding)),
)
