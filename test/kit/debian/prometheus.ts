// A real Prometheus that scrapes a Lapwing and watches over it with rules of a test's own.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

const program = '/usr/bin/prometheus'

export const hasPrometheus = existsSync(program)

export interface Prometheus {
  readonly origin: string
  /** What its API answers with. */
  ask(path: string): Promise<any>
  stop(): Promise<void>
}

interface Wishes {
  readonly origin: string
  readonly key: string
  /** Names of alerts, each with its expression. */
  readonly alerts: Readonly<Record<string, string>>
  /** Further scrape configurations. */
  readonly jobs?: readonly object[]
}

export async function startPrometheus({ origin, key, alerts, jobs = [] }: Wishes): Promise<Prometheus> {
  const folder = newFolder()
  const port = await freePort()
  const config = {
    global: { scrape_interval: '2s', evaluation_interval: '1s' },
    rule_files: [join(folder.path, 'rules.json')],
    scrape_configs: [
      {
        job_name: 'lapwing',
        metrics_path: '/v1/metrics',
        authorization: { credentials: key },
        static_configs: [{ targets: [new URL(origin).host] }],
      },
      ...jobs,
    ],
  }
  const rules = Object.entries(alerts).map(([alert, expr]) => ({ alert, expr }))
  // What is JSON is YAML.
  writeFileSync(join(folder.path, 'prometheus.json'), JSON.stringify(config))
  writeFileSync(join(folder.path, 'rules.json'), JSON.stringify({ groups: [{ name: 'lapwing', rules }] }))
  const ask = async (path: string): Promise<any> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`)
    return ((await response.json()) as { data: unknown }).data
  }
  const daemon = await startDaemon(
    [
      program,
      `--config.file=${join(folder.path, 'prometheus.json')}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    async () => ask('/status/buildinfo').then(Boolean, () => false),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    ask,
    async stop() {
      await daemon.stop()
      folder.remove()
    },
  }
}
