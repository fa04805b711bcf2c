// A real Podman with its API on a socket. It has no image but one with a single file; containers are created, not run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { newFolder } from '../files.ts'
import { startDaemon } from './daemon.ts'

const program = '/usr/bin/podman'

export const hasPodman = existsSync(program)

export async function startPodman(...names: readonly string[]): Promise<{ socket: string; stop(): Promise<void> }> {
  const folder = newFolder('/tmp')
  const at = (name: string): string => join(folder.path, name)
  const storage = [
    '--root',
    at('root'),
    '--runroot',
    at('run'),
    '--storage-driver',
    'vfs',
    '--cgroup-manager',
    'cgroupfs',
  ]
  const podman = (...words: string[]): unknown => execFileSync(program, [...storage, ...words], { stdio: 'pipe' })
  mkdirSync(at('files'))
  writeFileSync(at('files/app'), '')
  execFileSync('tar', ['-C', at('files'), '-cf', at('image.tar'), '.'])
  podman('import', at('image.tar'), 'shop:1')
  for (const name of names) podman('create', '--network', 'none', '--name', name, 'shop:1', '/app')
  const socket = at('api.sock')
  const daemon = await startDaemon(
    [program, ...storage, 'system', 'service', '--time=0', `unix://${socket}`],
    () =>
      new Promise((resolve) => {
        const ping = request({ socketPath: socket, path: '/_ping' }, (response) => {
          response.resume()
          resolve(response.statusCode === 200)
        })
        ping.on('error', () => resolve(false)).end()
      }),
  )
  return {
    socket,
    async stop() {
      await daemon.stop()
      podman('rm', '--all', '--force')
      folder.remove()
    },
  }
}
