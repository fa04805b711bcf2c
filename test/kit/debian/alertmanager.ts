// A real Alertmanager that notifies a receiver of every change, and again each second.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'
import { startDaemon } from './daemon.ts'

const program = '/usr/bin/prometheus-alertmanager'

export const hasAlertmanager = existsSync(program)

export interface Alertmanager {
  readonly origin: string
  stop(): Promise<void>
}

export async function startAlertmanager(receiver: string): Promise<Alertmanager> {
  const folder = newFolder()
  const port = await freePort()
  const config = {
    route: { receiver: 'test', group_wait: '0s', group_interval: '1s', repeat_interval: '1s' },
    receivers: [{ name: 'test', webhook_configs: [{ url: receiver, send_resolved: true }] }],
  }
  // What is JSON is YAML.
  writeFileSync(join(folder.path, 'alertmanager.json'), JSON.stringify(config))
  const origin = `http://127.0.0.1:${port}`
  const daemon = await startDaemon(
    [
      program,
      `--config.file=${join(folder.path, 'alertmanager.json')}`,
      `--storage.path=${join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    () =>
      fetch(`${origin}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
  )
  return {
    origin,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}
