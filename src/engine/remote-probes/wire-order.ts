import { type WireOrder, present } from '../../domain/probing/protocol.ts'
import type { CheckOrder } from '../workers/messages.ts'

export function toWireOrder(ticket: string, order: Omit<CheckOrder, 'signal'>): WireOrder {
  return {
    ticket,
    type: order.type,
    target: order.target,
    config: order.config,
    monitor_id: order.monitorId,
    version: order.version,
    deadline_ms: order.deadlineMs,
    ...present({
      organization_id: order.organizationId,
      max_wait_ms: order.maxWaitMs,
      with_scan: order.withScan,
      for_picture: order.forPicture,
      known: order.known,
      shared: order.shared,
      variables: order.variables,
      host: order.host,
      in_browser: order.inBrowser,
      repeat_every_ms: order.repeatEveryMs,
    }),
  }
}

export function fromWireOrder(wire: WireOrder): CheckOrder {
  return {
    type: wire.type,
    target: wire.target,
    config: wire.config,
    monitorId: wire.monitor_id,
    version: wire.version,
    deadlineMs: wire.deadline_ms,
    ...present({
      organizationId: wire.organization_id,
      maxWaitMs: wire.max_wait_ms,
      withScan: wire.with_scan,
      forPicture: wire.for_picture,
      known: wire.known,
      shared: wire.shared,
      variables: wire.variables,
      host: wire.host,
      inBrowser: wire.in_browser,
    }),
  }
}
