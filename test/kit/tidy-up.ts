// Before each test file: what its tests leave behind ends with them, and passwords are cheap. Files share a process, so
// modules cannot do this.
import { afterAll, afterEach } from 'vitest'
import { returnDatabases } from './database-pool.ts'
import { endEmbeddedServers } from './embedded-servers.ts'
import { closeServers } from './listening.ts'
import { hashCheaply } from './passwords.ts'
import { endProcesses } from './process.ts'

hashCheaply()
afterEach(endEmbeddedServers)
afterAll(endProcesses)
afterAll(closeServers)
afterAll(returnDatabases)
