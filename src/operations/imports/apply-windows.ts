// Imports maintenance windows. What was imported before stays as it is.
import { Fault } from '../../domain/fault.ts'
import { nextOccurrences } from '../../domain/maintenance.ts'
import type { ImportedWindow } from '../../importers/setup.ts'
import { importedWindows, setImportKeyOfWindow } from '../../store/monitors/maintenance-windows.ts'
import { createMaintenanceWindow, updateMaintenanceWindow } from '../maintenance/windows.ts'
import type { CallerContext } from '../registry/define.ts'
import { type ImportStep, applyEach, coveredMonitors } from './apply-each.ts'
import { createItem, runStep } from './run-step.ts'

export const applyWindows = (context: CallerContext, windows: readonly ImportedWindow[], step: ImportStep) =>
  applyEach(context, windows, { ...step, known: importedWindows, write: writeWindow })

async function writeWindow(context: CallerContext, imported: ImportedWindow, step: ImportStep) {
  const { startsAt, durationMinutes, timezone, recurrence, recurrenceUntil } = imported
  const timing = { startsAt, durationMinutes, timezone, recurrence, recurrenceUntil, enabled: true, endedEarlyAt: [] }
  const recently = new Date(context.now.getTime() - durationMinutes * 60_000)
  if (!nextOccurrences(timing, recently, 2).some(({ to }) => to > context.now))
    throw new Fault('invalid_request', 'it has already ended')
  const changes = [...imported.changes]
  const covered = coveredMonitors(imported.monitors, step, changes)
  if (covered.length === 0) throw new Fault('invalid_request', 'none of its monitors is imported')
  const id = await createItem<string>(context, createMaintenanceWindow, {
    name: imported.name,
    description: imported.description,
    monitorIds: covered.filter((id) => id !== null),
    startsAt: startsAt.toISOString(),
    durationMinutes,
    timezone,
    recurrence,
    recurrenceUntil: recurrenceUntil && recurrenceUntil.toISOString(),
  })
  if (!imported.isEnabled) await runStep(context, updateMaintenanceWindow, { params: { id }, body: { enabled: false } })
  await setImportKeyOfWindow(context.db, context.caller.organization.id, { id, key: imported.key })
  return { id, changes }
}
