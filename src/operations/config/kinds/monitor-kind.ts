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
import { saveRules } from '../../monitors/alert-rules/save-rules.ts'
import { createMonitor, makeMonitors } from '../../monitors/create.ts'
import { apply, deleteMonitor, pauseMonitor, resumeMonitor } from '../../monitors/lifecycle.ts'
import type { MonitorDraft } from '../../monitors/schema.ts'
import { updateMonitor } from '../../monitors/update.ts'
import { checkOf } from '../../monitors/validate.ts'
import { faultOf } from '../../registry/steps/run-operation.ts'
import { type ConfigKind, type StoredObject, omit, pick, plain } from './kind.ts'
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

export const monitorKind: ConfigKind = {
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
  lock: ({ db, caller }, id) => lockMonitors(db, caller.organization.id, [String(id)]),
  compared(body, before) {
    const check = checkOf(String(body.type))
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
  createMany: {
    fits({ type, dependsOn }) {
      const { monitors, tags } = dependsOn as Monitor['dependsOn']
      return monitors.length + tags.length === 0 && findCheck(String(type))?.enrolledWith === null
    },
    async create(context, objects, onRefused) {
      const refuse = (error: unknown, index: number): void => onRefused(faultOf(objects[index]!.at, error), index)
      const drafts = objects.map(({ body, restores }) => ({ body: body as MonitorDraft, restores }))
      const made = await makeMonitors(context, drafts, refuse)
      for (const [index, monitor] of made.entries())
        if (monitor)
          await saveRules(context, monitor, drafts[index]!.body.alertRules ?? []).catch((error: unknown) =>
            refuse(error, index),
          )
      return made.map((monitor) => monitor?.id)
    },
  },
  async create(run, body, restores) {
    const { id } = (await run(createMonitor, { body, restores }))!
    return id
  },
  async update(run, { before, after, compared, changed }) {
    const opened = openedOf(before)!
    const { id } = before
    const fields = [...changed].filter((key) => !['isPaused', 'alertRules', 'config'].includes(key))
    const config = replacing(checkOf(opened.monitor.type), opened.stored, after.config as ConfigBody)
    const body = {
      ...pick(after, fields),
      ...(changed.has('config') && { config }),
      ...(changed.has('alertRules') && { alertRules: ruleSaves(opened.rules, before.body, compared) }),
    }
    if (Object.keys(body).length > 0) await run(updateMonitor, { id, body })
    if (changed.has('isPaused')) await run(after.isPaused ? pauseMonitor : resumeMonitor, { id })
  },
  remove: async (run, id) => void (await run(deleteMonitor, { id })),
  removeMany: async (context, ids) => void (await apply(context, 'delete', ids.map(String))),
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

function fieldsOf(monitor: Monitor): ConfigBody {
  const fields = { ...inRequest(monitor), isPaused: monitor.state === 'paused' }
  return checkOf(monitor.type).targetOptional ? omit(fields, ['target']) : fields
}
