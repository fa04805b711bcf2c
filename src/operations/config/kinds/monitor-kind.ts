// Monitors with their rules. A default rule that the document does not name has the values of its type.
import type { z } from 'zod'
import { findCheck } from '../../../checks/index.ts'
import { readTarget } from '../../../checks/targets.ts'
import { inRequest } from '../../../domain/fields/monitor-fields.ts'
import type { Monitor } from '../../../domain/monitor.ts'
import { type StoredConfig, emptyConfig, mask, shownConfig } from '../../../domain/stored-config.ts'
import { type AlertRule, rulesOfOrganization } from '../../../store/monitors/alert-rules.ts'
import { lockMonitors, storedMonitors } from '../../../store/monitors/monitors.ts'
import { mergeConfig, openConfig, saveConfig } from '../../monitors/config.ts'
import { saveRulesOf } from '../../monitors/alert-rules/save-rules.ts'
import { createMonitor, makeMonitors, refuseEnrolled } from '../../monitors/create.ts'
import { apply } from '../../monitors/lifecycle.ts'
import { type MonitorChange, type MonitorDraft, updateBody } from '../../monitors/schema.ts'
import { updateMonitors } from '../../monitors/update.ts'
import { checkOf } from '../../monitors/validate.ts'
import { faultOf } from '../../registry/steps/run-operation.ts'
import { type KindOfMany, type ObjectUpdate, type StoredObject, omit, pick, plain } from './kind.ts'
import { comparedRules, documentedRules, rulesOf, ruleSaves } from './monitor-rules.ts'
import { replacing } from './replaced-config.ts'
import { fingerprinted } from './secrets.ts'
import type { ConfigBody } from '../document/sections.ts'

export interface OpenedMonitor {
  readonly monitor: Monitor
  readonly stored: StoredConfig
  readonly rules: readonly AlertRule[]
}

export const openedOf = (object: StoredObject | undefined): OpenedMonitor | undefined =>
  object?.row as OpenedMonitor | undefined

export const monitorKind: KindOfMany = {
  section: 'monitors',
  entityType: 'monitor',
  body: createMonitor.body as z.ZodObject,
  withoutFields: ['alertRules[].id', 'alertRules[].deleted'],
  fixed: ['type'],
  async read({ db, caller, services }) {
    const organizationId = caller.organization.id
    const [monitors, rules] = [await storedMonitors(db, organizationId), await rulesOfOrganization(db, organizationId)]
    const byMonitor = Map.groupBy(rules, ({ monitorId }) => monitorId)
    // Hosts enroll themselves, so a document cannot create them.
    return monitors
      .filter(({ type }) => findCheck(type)?.enrolledWith === null)
      .map((monitor) => {
        const check = checkOf(monitor.type)
        const { stored } = openConfig(services.vault, check, monitor)
        const own = byMonitor.get(monitor.id) ?? []
        const fields = fieldsOf(monitor)
        return {
          id: monitor.id,
          name: monitor.name,
          body: plain({ ...fields, config: fingerprinted(check, stored), alertRules: rulesOf(own) }),
          shown() {
            const config = shownConfig(check, { ...stored, config: monitor.config }, mask)
            return plain({ ...fields, config, alertRules: documentedRules(check, monitor, own) })
          },
          row: { monitor, stored, rules: own } satisfies OpenedMonitor,
        }
      })
  },
  compared(body, before) {
    const check = checkOf(String(body.type))
    refuseEnrolled(check)
    const opened = openedOf(before)
    const stored = opened?.stored ?? emptyConfig
    const sent = replacing(check, stored, body.config as ConfigBody)
    const next = saveConfig(check, mergeConfig(check, stored, sent))
    const locationIds = check.requiresLocations ? unique((body.locations ?? []) as string[]) : []
    const rules = comparedRules(check, body, { before: opened, after: { config: next.config, locationIds } })
    return plain({
      ...body,
      type: check.type,
      ...(typeof body.target === 'string' && { target: readTarget(check.target, body.target).text }),
      ...(check.targetOptional && { target: undefined }),
      locations: locationIds,
      tags: unique(body.tags as string[]),
      config: fingerprinted(check, next),
      alertRules: rules,
    })
  },
  together: {
    lock: ({ db, caller }, ids) => lockMonitors(db, caller.organization.id, ids.map(String)),
    /** Several that depend on each other could close a cycle together. */
    tied(live) {
      const parentsIn = ({ dependsOn }: ConfigBody): Monitor['dependsOn'] => dependsOn as Monitor['dependsOn']
      const hasParentTags = live.some(({ body }) => parentsIn(body).tags.length > 0)
      return (body, changed) => {
        if (changed) return changed.has('dependsOn') || (hasParentTags && changed.has('tags'))
        const { monitors, tags } = parentsIn(body)
        return monitors.length + tags.length > 0
      }
    },
    async create(context, objects, onRefused) {
      const refuse = (error: unknown, index: number): void => onRefused(faultOf(objects[index]!.at, error), index)
      const drafts = objects.map(({ body, restores }) => ({ body: body as MonitorDraft, restores }))
      const made = await makeMonitors(context, drafts, refuse)
      const saves = made.flatMap((monitor, index) =>
        monitor ? [{ monitor, saves: drafts[index]!.body.alertRules ?? [], index }] : [],
      )
      await saveRulesOf(context, saves, (error, index) => refuse(error, saves[index]!.index))
      return made.map((monitor) => monitor?.id)
    },
    async update(context, objects, onRefused) {
      const refuse = (error: unknown, index: number): void => onRefused(faultOf(objects[index]!.at, error), index)
      const { db, caller } = context
      const ids = objects.map(({ before }) => String(before.id))
      const locked = new Map((await lockMonitors(db, caller.organization.id, ids)).map((one) => [one.id, one]))
      const updates = objects.map((object, index) => ({ before: locked.get(ids[index]!)!, body: changeTo(object) }))
      await updateMonitors(context, updates, refuse)
      for (const [verb, isPaused] of [['pause', true] as const, ['resume', false] as const]) {
        const chosen = objects.filter(({ changed, after }) => changed.has('isPaused') && after.isPaused === isPaused)
        if (chosen.length === 0) continue
        await apply(
          context,
          verb,
          chosen.map(({ before }) => String(before.id)),
        )
      }
    },
    remove: async (context, ids) => void (await apply(context, 'delete', ids.map(String))),
  },
}

function changeTo({ before, after, compared, changed }: ObjectUpdate): MonitorChange {
  const opened = openedOf(before)!
  const fields = [...changed].filter((key) => !['isPaused', 'alertRules', 'config'].includes(key))
  const config = replacing(checkOf(opened.monitor.type), opened.stored, after.config as ConfigBody)
  return updateBody.parse({
    ...pick(after, fields),
    ...(changed.has('config') && { config }),
    ...(changed.has('alertRules') && { alertRules: ruleSaves(opened.rules, before.body, compared) }),
  })
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

function fieldsOf(monitor: Monitor): ConfigBody {
  const fields = { ...inRequest(monitor), isPaused: monitor.state === 'paused' }
  return checkOf(monitor.type).targetOptional ? omit(fields, ['target']) : fields
}
