// The services that operations use, in every process: the provision file is applied with operations too.
import { describe } from '../api/openapi.ts'
import { createPushIdentity } from '../engine/notify/push-identity.ts'
import type { ArtifactKeeping } from '../engine/probe/save-artifacts.ts'
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Vault } from '../domain/vault.ts'
import type { Operation } from '../operations/registry/define.ts'
import { createCursors } from '../operations/registry/cursor.ts'
import type { Services } from '../operations/registry/services.ts'
import { eventStream } from '../operations/overview/event-stream.ts'
import { sandboxEndpoints } from '../operations/sandbox/samples.ts'
import type { Settings } from '../settings.ts'
import { createClientDocuments } from './client-documents.ts'
import { createVendorRequests } from './vendor-requests.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { createOpenIdClient } from '../protocols/open-id.ts'
import { mailWithNet } from './mail.ts'
import { createSendTest } from './send-test.ts'
import { createTextRecords } from './text-records.ts'

interface ServiceSettings extends Partial<Pick<Services, 'textRecords' | 'clientDocument'>> {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly operations: readonly Operation[]
}

interface ServiceParts extends Pick<Services, 'store' | 'mail' | 'background' | 'problems' | 'documents'> {
  readonly cursorKey: Buffer
  readonly vault: Vault
  readonly allowPrivate: boolean
  readonly artifacts: ArtifactKeeping
  /** Where this process listens; null if it has no server. */
  readonly origin: string | null
}

export function createServices(parts: ServiceSettings, shared: ServiceParts): Services {
  const { settings, clock, log, operations, version } = parts
  const { store, vault, allowPrivate, mail, problems } = shared
  const origin = settings.publicUrl ?? shared.origin ?? `http://localhost:${settings.port}`
  const pushIdentity = createPushIdentity({ store, vault, origin: () => origin })
  let description: string | undefined
  return {
    store,
    clock,
    log,
    cursors: createCursors(shared.cursorKey),
    vault,
    version,
    intervalFloorOf: ({ minIntervalSeconds }) => Math.min(minIntervalSeconds, settings.intervalFloor),
    allowPrivateTargets: allowPrivate,
    problems,
    mail,
    background: shared.background,
    sendTest: createSendTest({ ...parts, vault, allowPrivate, pushIdentity, mail: mailWithNet(parts) }),
    artifacts: shared.artifacts.bytes,
    textRecords: parts.textRecords ?? createTextRecords(clock),
    clientDocument: createClientDocuments(clock, parts.clientDocument),
    clientRegistration: settings.oauthRegistration,
    sendToVendor: createVendorRequests(clock, allowPrivate),
    documents: shared.documents,
    openId: createOpenIdClient(createNet({ policy: createPolicy({ allowPrivate }), clock }), clock),
    callbackNet: createNet({ policy: createPolicy({ allowPrivate }), clock }),
    origin: () => origin,
    openapi: () =>
      (description ??= JSON.stringify(
        describe([...operations, eventStream, ...sandboxEndpoints], { version, origin }),
      )),
  }
}
