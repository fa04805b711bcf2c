// The maintenance windows in progress.
import { type Cover, type MaintenanceWindow, activeUntil, coverOf } from '../../domain/maintenance.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import type { CallerContext } from '../registry/define.ts'

export interface OpenWindow extends MaintenanceWindow {
  readonly endsAt: Date
}

export async function openWindows({ db, caller, now }: CallerContext): Promise<OpenWindow[]> {
  const near = { from: now, to: new Date(now.getTime() + 1) }
  const windows = await windowsOf(db, [caller.organization.id], near)
  return windows.flatMap((window) => {
    const endsAt = activeUntil(window, now)
    return endsAt ? [{ ...window, endsAt }] : []
  })
}

export async function coverNow(context: CallerContext): Promise<Cover> {
  return coverOf(await openWindows(context))
}
