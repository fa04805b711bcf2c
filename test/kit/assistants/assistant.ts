// An assistant of the tests: it calls tools in a session of its own, with the rights of an API key.
import { createHash } from 'node:crypto'
import { createSession } from '../../../src/assistants/session.ts'
import { tools } from '../../../src/assistants/tools/index.ts'
import { Fault } from '../../../src/domain/fault.ts'
import { fingerprint } from '../../../src/domain/secret.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { createCursors } from '../../../src/operations/registry/cursor.ts'
import type { Services } from '../../../src/operations/registry/services.ts'
import { callerOfKey } from '../../../src/store/accounts/api-keys.ts'
import { type TestLapwing, keys } from '../lapwing/lapwing.ts'
import { sharedKey } from '../lapwing/start-lapwing.ts'
import { onlyErrors } from '../log.ts'

export interface ToolAnswer {
  /** The message of a refusal, or null. */
  readonly error: string | null
  readonly code: string | null
  readonly [field: string]: any
}

export interface Assistant {
  call(tool: string, input?: object): Promise<ToolAnswer>
}

export function assistantOf(app: TestLapwing, { key = keys.write }: { key?: string } = {}): Assistant {
  const services = {
    store: app.store,
    clock: app.clock,
    log: onlyErrors,
    cursors: createCursors(createHash('sha256').update('tests').digest()),
    vault: createVault([sharedKey]),
    version: '0.0.0-test',
    intervalFloorOf: () => 1,
    allowPrivateTargets: true,
    mail: null,
    origin: () => app.origin,
  } as unknown as Services
  return {
    async call(name, input = {}) {
      const tool = tools.find((each) => each.name === name)!
      const caller = (await callerOfKey(app.store, { hash: fingerprint(key), now: app.clock.now() }))!
      const visit = { ip: '127.0.0.1', userAgent: null, secondFactor: null, host: null, prefer: null, accept: null }
      const session = createSession({ services, caller, via: 'mcp', visit })
      try {
        const result = await tool.run(tool.input.parse(input), session)
        return { error: null, code: null, ...tool.output.parse(result) }
      } catch (error) {
        if (error instanceof Fault) return { error: error.message, code: error.code }
        throw error
      }
    },
  }
}
