// A real web server with pages of a test's own.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Certificate } from '../checks/certificates.ts'
import { startDaemon, tcpAnswers } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/sbin/nginx'

export const hasNginx = existsSync(program)

export interface WebServer {
  readonly http: number
  readonly https: number
  stop(): Promise<void>
}

/** `locations` is what stands inside the server block; files are found below the root by their names. */
export async function startNginx(options: {
  certificate: Certificate
  locations: string
  files: Record<string, string>
  /** Offers HTTP/2 over TLS, too. */
  http2?: boolean
}): Promise<WebServer> {
  const folder = newFolder()
  const [http, https] = [await freePort(), await freePort()]
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text)
  mkdirSync(join(folder.path, 'root'))
  for (const [name, text] of Object.entries(options.files)) write(join('root', name), text)
  write('cert.pem', options.certificate.cert)
  write('key.pem', options.certificate.key)
  write('nginx.conf', configuration(folder.path, { http, https, ...options }))
  const command = [program, '-e', 'stderr', '-p', folder.path, '-c', join(folder.path, 'nginx.conf')] as const
  const question = 'HEAD / HTTP/1.0\r\n\r\n'
  const daemon = await startDaemon(command, async () => (await tcpAnswers(http, question)) && tcpAnswers(https))
  return {
    http,
    https,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}

interface Layout {
  http: number
  https: number
  locations: string
  http2?: boolean
}

function configuration(folder: string, { http, https, locations, http2 = false }: Layout): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path "${folder}/${kind}";`,
  )
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid "${folder}/nginx.pid";
error_log stderr crit;
events { worker_connections 256; }
http {
  access_log off;
  default_type text/plain;
  gzip_types *;
  gzip_min_length 1;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${http};
    listen 127.0.0.1:${https} ssl${http2 ? ' http2' : ''};
    server_name localhost;
    root "${folder}/root";
    ssl_certificate "${folder}/cert.pem";
    ssl_certificate_key "${folder}/key.pem";
    ${locations}
  }
}
`
}
