// Before each test file: what its tests leave behind ends with them. Files share a process, so modules cannot do this.
import { afterAll, afterEach } from 'vitest'
import { returnDatabases } from './database-pool.ts'
import { endEmbeddedServers } from './embedded-servers.ts'
import { closeServers } from './listening.ts'
import { endProcesses } from './process.ts'

afterEach(endEmbeddedServers)
afterAll(endProcesses)
afterAll(closeServers)
afterAll(returnDatabases)
