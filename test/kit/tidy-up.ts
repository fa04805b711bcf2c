// Before each test file: what its tests leave behind ends with them.
import { afterAll, afterEach } from 'vitest'
import { endEmbeddedServers, removePreparedFolder } from './embedded-servers.ts'
import { endProcesses } from './process.ts'

afterEach(endEmbeddedServers)
afterAll(removePreparedFolder)
afterAll(endProcesses)
