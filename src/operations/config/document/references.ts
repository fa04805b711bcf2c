// Where bodies refer to other objects. A document names them by key, the API by id.
import type { ConfigBody, ConfigSection, ReferenceTarget } from './sections.ts'

/** Such as `alertRules[].contactGroupId`: each `[]` stands for every item of a list, or of rules by name. */
interface ReferencePath {
  readonly path: string
  /** Undefined if the value refers to nothing. */
  target(parent: ConfigBody): ReferenceTarget | undefined
}

const to = (path: string, target: ReferenceTarget): ReferencePath => ({ path, target: () => target })

const escalationTargets = new Map<unknown, ReferenceTarget>([
  ['schedule', 'onCallSchedules'],
  ['user', 'users'],
  ['contact_group', 'contactGroups'],
  ['channel', 'channels'],
])

export const referencePaths: Readonly<Record<ConfigSection, readonly ReferencePath[]>> = {
  contacts: [],
  onCallSchedules: [to('layers[].userIds[]', 'users')],
  contactGroups: [
    to('contactIds[]', 'contacts'),
    to('userIds[]', 'users'),
    to('escalationPolicyId', 'escalationPolicies'),
  ],
  channels: [to('config.contact_group_ids[]', 'contactGroups'), to('fallbackChannelId', 'channels')],
  escalationPolicies: [{ path: 'steps[].targets[].id', target: ({ type }) => escalationTargets.get(type) }],
  monitors: [
    to('locations[]', 'locations'),
    to('dependsOn.monitors[]', 'monitors'),
    to('config.notificationGroupIds[]', 'contactGroups'),
    to('alertRules[].contactGroupId', 'contactGroups'),
  ],
  maintenanceWindows: [to('monitorIds[]', 'monitors')],
  statusPages: [to('components[].monitorIds[]', 'monitors')],
  objectives: [to('monitorIds[]', 'monitors'), to('contactGroupIds[]', 'contactGroups')],
  deploymentWebhooks: [to('monitorIds[]', 'monitors')],
}

export interface FoundReference {
  readonly target: ReferenceTarget
  readonly value: unknown
  /** Such as `alertRules[0].contactGroupId`. */
  readonly path: string
}

type Replace = (reference: FoundReference) => unknown

/** A copy of a body whose references are replaced. Null and missing references stay. */
export function mapReferences(section: ConfigSection, body: ConfigBody, replace: Replace): ConfigBody {
  return referencePaths[section].reduce(
    (copy, { path, target }) =>
      mapped(copy, { steps: path.split(/\.|(?=\[\])/), target, replace, at: '' }) as ConfigBody,
    body,
  )
}

interface Walk {
  readonly steps: readonly string[]
  readonly target: ReferencePath['target']
  readonly replace: Replace
  readonly at: string
  readonly parent?: ConfigBody
}

function mapped(value: unknown, { steps: [step, ...steps], target, replace, at, parent = {} }: Walk): unknown {
  if (value === null || value === undefined) return value
  if (step === undefined) {
    const leadsTo = target(parent)
    return leadsTo === undefined ? value : replace({ target: leadsTo, value, path: at })
  }
  if (step === '[]') {
    const inside = (item: unknown, name: string): unknown => mapped(item, { steps, target, replace, at: name, parent })
    if (Array.isArray(value)) return value.map((item, index) => inside(item, `${at}[${index}]`))
    if (typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inside(item, `${at}.${name}`)]))
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, step)) return value
  const body = value as ConfigBody
  const next = mapped(body[step], { steps, target, replace, at: at === '' ? step : `${at}.${step}`, parent: body })
  return { ...body, [step]: next }
}
