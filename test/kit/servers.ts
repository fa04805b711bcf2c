// One PostgreSQL of each kind for the whole run, each with a migrated database that every test file gets a copy of.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../../src/domain/clock.ts'
import { type Connection, openStore } from '../../src/store/database/database.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/postgres/index.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { quiet } from './log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    embedded: Connection
    debian: Connection | null
    /** Which of them a test project uses. */
    server: 'embedded' | 'debian'
  }
}

export const template = 'lapwing_template'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-tests-'))
  const debianBinDir = findDebian()
  const servers = await Promise.all([
    startServer(join(folder, 'embedded')),
    ...(debianBinDir ? [startServer(join(folder, 'debian'), debianBinDir)] : []),
  ])
  project.provide('embedded', servers[0]!.connection)
  project.provide('debian', servers[1]?.connection ?? null)
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

function findDebian(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort() : []
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

async function startServer(dataDir: string, binDir?: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, binDir, clock: systemClock, log: quiet })
  const admin = openStore(server.connection, { log: quiet, connections: 2 })
  await admin.script(`create database ${template}`)
  await admin.close()
  const store = openStore({ ...server.connection, database: template }, { log: quiet, connections: 2 })
  await migrate(store, { log: quiet, now: systemClock.now() })
  await store.close()
  return server
}
