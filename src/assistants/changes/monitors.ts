// Creates and updates monitors.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { type ResponseName, type SettingWith, namedFields } from '../../domain/fields/monitor-fields.ts'
import type { IntendedChange } from '../guard/plan.ts'
import type { AssistantSession } from '../session.ts'
import { defineWriteTool } from './define.ts'
import { changeOf, monitorsOf } from './monitor-lifecycle.ts'
import { previousValues } from './previous-values.ts'

const fields = {
  name: z.string().max(50),
  target: z.string().max(2048).describe('URL, hostname or address'),
  interval_seconds: z.int().min(1).max(86_400),
  tags: z.array(z.string().max(50)).max(10),
  description: z.string().max(2000).nullable(),
  location_ids: z.array(z.uuid()).max(200),
  config: z.record(z.string(), z.unknown()).describe('Settings of the type'),
} satisfies Record<Argument, z.ZodType>

type Argument =
  | Exclude<keyof { [K in SettingWith<'forAssistants'> as ResponseName<K>]: K }, 'locations'>
  | 'location_ids'

/** The body of a request with these arguments. */
function bodyOf({ location_ids: locations, ...args }: Readonly<Record<string, unknown>>): object {
  const fields = namedFields.map(({ request, response }) => [request, args[response]])
  return defined({ ...Object.fromEntries(fields), ...(locations !== undefined && { locations }) })
}

interface MonitorResponse {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly target: string
  readonly state: string
  readonly interval_seconds: number
  readonly tags: readonly string[]
}

export const createMonitor = defineWriteTool({
  name: 'create_monitor',
  title: 'Create a monitor',
  description:
    'Start watching a website (type http), certificate (ssl), host (icmp), DNS record (dns), port (tcp), mail server, ' +
    'cron job (heartbeat) and more, with default alert rules. Use try_monitor first to see whether the settings work.',
  hints: { destructive: false, idempotent: false },
  input: z.strictObject({
    ...fields,
    type: z.string().max(50),
    target: fields.target.optional(),
    interval_seconds: fields.interval_seconds.default(60),
    tags: fields.tags.default([]),
    description: z.string().max(2000).optional(),
    location_ids: fields.location_ids.optional().describe('Where to check from; the first live location by default'),
    config: fields.config.default({}),
  }),
  async plan(args, session) {
    const body = bodyOf({ ...args, location_ids: args.location_ids ?? (await usualLocations(session)) })
    return {
      summary: `Create monitor ${args.name}`,
      changes: [{ object_type: 'monitor', object_id: null, object_name: args.name, effect: 'create' }],
      steps: [{ operationId: 'createMonitor', input: { body } }],
      result: ([created]) => shown(created as MonitorResponse),
      undo: ([created]) => {
        const { id, name } = created as MonitorResponse
        return {
          steps: [{ operationId: 'deleteMonitor', input: { params: { id } } }],
          changes: [changeOf({ id, name }, 'delete')],
        }
      },
    }
  },
})

/** Fields that change neither what is checked nor who is alerted; windows that a tag brings are found by the guard. */
const harmless = ['name', 'description', 'tags']

export const updateMonitor = defineWriteTool({
  name: 'update_monitor',
  title: 'Update a monitor',
  description:
    'Change fields of a monitor. Omitted fields and config keys keep their values; null clears a config key. A changed ' +
    'target needs its secrets again. If the monitor is failing now, changes of its target, interval, locations and config ' +
    'need the confirmation of a person.',
  hints: { destructive: true, idempotent: true },
  input: z.strictObject({ monitor_id: z.uuid().toLowerCase(), ...z.object(fields).partial().shape }),
  async plan({ monitor_id: id, ...args }, session) {
    const body = bodyOf(args)
    if (Object.keys(body).length === 0) throw new Fault('invalid_request', 'Name at least one field to change')
    const [before] = await monitorsOf(session, [id])
    const update = (values: object) => ({ operationId: 'updateMonitor', input: { params: { id }, body: values } })
    const previous = await previousValues(session, before!, body)
    const mayHideFailure = Object.keys(body).some((field) => !harmless.includes(field))
    const changes: IntendedChange[] = [{ ...changeOf(before!, 'update'), mayHideFailure }]
    return {
      summary: `Update monitor ${before!.name}: ${Object.keys(body).join(', ')}`,
      changes,
      steps: [update(body)],
      result: ([updated]) => shown(updated as MonitorResponse),
      undo: () => ({ steps: [update(previous)], changes }),
    }
  },
})

const defined = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

async function usualLocations(session: AssistantSession): Promise<string[]> {
  const { data } = await session.call<{ data: readonly { id: string; status: string }[] }>('listLocations')
  const first = data.find(({ status }) => status === 'live') ?? data[0]
  return first ? [first.id] : []
}

const shown = ({ id, name, type, target, state, interval_seconds, tags }: MonitorResponse) => ({
  id,
  name,
  type,
  target,
  state,
  interval_seconds,
  tags,
})
