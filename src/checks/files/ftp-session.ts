// Control connection to an FTP server.
import { FtpControl } from '../../protocols/ftp/control.ts'
import type { RunContext } from '../run.ts'

export interface FtpServer {
  readonly host: string
  readonly port: number
  readonly config: { readonly ipVersion: 'any' | 'ip4' | 'ip6' }
  readonly context: RunContext
}

/** Connects, passes the connection to `talk`, and always closes it. */
export async function withFtpSession(
  { host, port, config, context }: FtpServer,
  signal: AbortSignal,
  talk: (control: FtpControl) => Promise<void>,
): Promise<void> {
  const connection = await context.net.connect({ host, port, ipVersion: config.ipVersion, signal })
  const control = new FtpControl(context.net, connection, signal)
  try {
    await talk(control)
    control.leave()
  } catch (error) {
    control.connection.socket.destroy()
    throw error
  }
}
