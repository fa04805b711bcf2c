// Queues of monitoring that checks do not drive.
import { newId } from '../../src/domain/id.ts'
import { unusual } from '../../src/domain/metric.ts'
import { processDue } from '../../src/engine/due-queue.ts'
import { createHeartbeatRound } from '../../src/engine/heartbeat.ts'
import { createHostRound } from '../../src/engine/hosts.ts'
import { deleteArtifacts } from '../../src/engine/housekeeping/artifacts.ts'
import { startDeploymentWatch } from '../../src/engine/judge/deployments.ts'
import { startObjectiveWatch } from '../../src/engine/judge/objectives.ts'
import { addArtifacts } from '../../src/store/artifacts/artifacts.ts'
import { queueItems } from '../../src/store/checking/queue-items.ts'
import { setHeartbeatTurns } from '../../src/store/checking/turns.ts'
import { sql } from '../../src/store/database/sql.ts'
import { addHost } from '../../src/store/hosts/hosts.ts'
import { addDeployment } from '../../src/store/monitors/deployments.ts'
import { addObjective } from '../../src/store/objectives/objectives.ts'
import { refreshUsualRanges } from '../../src/store/results/usual-ranges.ts'
import { artifactsInFolder } from '../kit/resources/artifacts.ts'
import { availabilityRule } from '../kit/resources/availability-rule.ts'
import { storedHeartbeat } from '../kit/resources/heartbeats.ts'
import { type PoisonWorld, type PoisonedQueue, onInsert, onUpdate, once } from './world.ts'

const silenceJudged =
  ({ ids, clock }: PoisonWorld) =>
  () =>
    ids(sql`select monitor_number as id from turns where location = 0 and due_at > ${clock.now()}`)

export const monitoringQueues: readonly PoisonedQueue[] = [
  {
    kind: 'silent monitors',
    name: 'heartbeats without a check-in',
    async prepare(world) {
      const { services, store, clock, organizationId, three } = world
      const items = await three(async () => {
        const { monitorNumber } = await storedHeartbeat(store, { organizationId, now: clock.now() })
        await setHeartbeatTurns(store, [{ monitorNumber, dueAt: clock.now() }])
        return monitorNumber
      })
      return {
        items,
        ...onUpdate('heartbeats', 'monitor_number'),
        work: createHeartbeatRound(services),
        done: silenceJudged(world),
      }
    },
  },
  {
    kind: 'silent monitors',
    name: 'hosts that do not report',
    async prepare(world) {
      const { services, store, clock, organizationId, three, stored, numberOf } = world
      const items = await three(async (n) => {
        const { id } = await stored({ type: 'host', name: `web-${n}`, deadlineSeconds: null })
        const token = { tokenHash: Buffer.from(id), tokenExpiresAt: clock.now() }
        await addHost(store, organizationId, { id: newId(clock.now()), monitorId: id, ...token })
        const monitorNumber = await numberOf(id)
        await setHeartbeatTurns(store, [{ monitorNumber, dueAt: clock.now() }])
        return monitorNumber
      })
      return {
        items,
        ...onUpdate('hosts', 'monitor_number'),
        work: createHostRound(services),
        done: silenceJudged(world),
      }
    },
  },
  {
    kind: 'objectives',
    async prepare({ services, store, clock, organizationId, three, service, ids }) {
      const now = clock.now()
      const monitorIds = [await service()]
      const items = await three(async (n) => {
        const draft = {
          id: newId(now),
          name: `Objective ${n}`,
          monitorIds,
          monitorTags: [],
          target: 99.9,
          window: '30d' as const,
          alerts: { fast: 'critical', slow: 'warning' } as const,
          contactGroupIds: [],
          created_at: now,
          updatedAt: now,
        }
        return (await addObjective(store, organizationId, draft)).id
      })
      return {
        items,
        ...onUpdate('objectives'),
        work: () => once(startObjectiveWatch(services)),
        done: () => ids(sql`select id from objectives where look_at > ${now}`),
      }
    },
  },
  {
    kind: 'deployments',
    async prepare({ services, store, clock, organizationId, three, ids }) {
      const now = clock.now()
      const items = await three(async (n) => {
        const id = newId(now)
        await addDeployment(store, organizationId, {
          id,
          service: `service-${n}`,
          version: null,
          environment: null,
          link: null,
          tags: [],
          monitor_ids: [],
          deployed_by: null,
          deployed_at: now,
          created_at: now,
          externalId: null,
          compareAt: now,
        })
        return id
      })
      return {
        items,
        ...onUpdate('deployments'),
        work: () => once(startDeploymentWatch(services)),
        done: () => ids(sql`select id from deployments where comparison is not null`),
      }
    },
  },
  {
    kind: 'usual ranges',
    async prepare({ services, three, service, numberOf, ids }) {
      const rule = {
        ...availabilityRule,
        metric: 'response_time',
        metricKey: 'http.response_time_ms',
        operator: unusual,
      }
      const items = await three(async () => {
        const monitorId = await service({ rules: [rule] })
        return numberOf(monitorId)
      })
      const queue = { items: queueItems.usualRanges, limit: 20, process: refreshUsualRanges }
      return {
        items,
        ...onInsert('usual_ranges', 'monitor_number'),
        work: () => processDue(services, queue),
        done: () => ids(sql`select monitor_number as id from usual_ranges`),
      }
    },
  },
  {
    kind: 'artifacts',
    async prepare({ services, store, clock, organizationId, three, ids }) {
      const now = clock.now()
      const items = await three(async () => newId(now))
      const about = { kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes: 1 } as const
      const artifacts = items.map((id) => ({ id, ...about, createdAt: now, expiresAt: now }))
      await addArtifacts(store, { organizationId, monitorId: null }, { artifacts, maxBytes: 9 })
      return {
        items,
        refuse: (item) => ({ table: 'artifacts', on: 'delete', when: `old.id = '${item}'` }),
        work: () => deleteArtifacts({ ...services, artifacts: artifactsInFolder().bytes }),
        async done() {
          const left = await ids(sql`select id from artifacts`)
          return items.filter((id) => !left.includes(id))
        },
      }
    },
  },
]
