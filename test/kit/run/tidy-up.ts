// Before each test file: what its tests leave behind ends with them, passwords are cheap, and chance repeats itself.
// Files share a process, so modules cannot do this.
import fc from 'fast-check'
import { afterAll, afterEach } from 'vitest'
import { returnDatabases } from '../lapwing/database-pool.ts'
import { endEmbeddedServers } from '../lapwing/embedded-servers.ts'
import { closeServers } from '../servers/listening.ts'
import { hashCheaply } from '../lapwing/passwords.ts'
import { endProcesses } from '../lapwing/process.ts'

// The user's umask may make new files private; some of these are for other users.
process.umask(0o022)
hashCheaply()
// Properties are tried with the same values in every run: one that fails does so for whoever has changed something.
// Another seed looks for what nobody has met yet, and takes more values.
const otherSeed = process.env['LAPWING_PROPERTY_SEED']
fc.configureGlobal({ seed: Number(otherSeed ?? 20_260_301), numRuns: otherSeed === undefined ? 40 : 200 })
afterEach(endEmbeddedServers)
afterAll(endProcesses)
afterAll(closeServers)
afterAll(returnDatabases)
