// A real web server with pages of a test's own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Certificate } from './certificates.ts'
import { newFolder } from './files.ts'

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
}): Promise<WebServer> {
  const folder = newFolder()
  const [http, https] = [await freePort(), await freePort()]
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text)
  mkdirSync(join(folder.path, 'root'))
  for (const [name, text] of Object.entries(options.files)) write(join('root', name), text)
  write('cert.pem', options.certificate.cert)
  write('key.pem', options.certificate.key)
  write('nginx.conf', configuration(folder.path, http, https, options.locations))
  const child = spawn(program, ['-e', 'stderr', '-p', folder.path, '-c', join(folder.path, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await answering(child, http)
  return {
    http,
    https,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      folder.remove()
    },
  }
}

function configuration(folder: string, http: number, https: number, locations: string): string {
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
    listen 127.0.0.1:${https} ssl;
    server_name localhost;
    root "${folder}/root";
    ssl_certificate "${folder}/cert.pem";
    ssl_certificate_key "${folder}/key.pem";
    ${locations}
  }
}
`
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  child.kill()
  throw new Error(`nginx did not start: ${said}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
