// A real time server that leaves the machine's clock alone.
import { existsSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { startDaemon, udpAnswers } from './daemon.ts'
import { newFolder } from '../files.ts'
import { freePort } from '../servers/free-port.ts'

const program = '/usr/sbin/chronyd'

export const hasChrony = existsSync(program)

export interface TimeServer {
  readonly port: number
  stop(): Promise<void>
}

/** `directives` are those of chrony.conf; without a source or `local` it is not synchronized. */
export async function startChrony(directives: string, address = '127.0.0.1'): Promise<TimeServer> {
  const folder = newFolder()
  const port = await freePort()
  writeFileSync(join(folder.path, 'chrony.conf'), configuration({ port, address, directives }))
  const command = [program, '-d', '-x', '-U', '-u', userInfo().username, '-f', 'chrony.conf'] as const
  const daemon = await startDaemon(command, () => udpAnswers(port, request, address), { cwd: folder.path })
  return {
    port,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}

const request = Buffer.alloc(48)
request[0] = 0x23

// A path with a space cannot be written here, so the file for the pid is named from where it runs.
function configuration({ port, address, directives }: { port: number; address: string; directives: string }): string {
  return `
port ${port}
bindaddress ${address}
cmdport 0
bindcmdaddress /
pidfile pid
allow ${address}
${directives}
`
}
