// What happened in a world, in the order of time, for whoever looks for the reason of a breach.
import type { Facts } from './facts.ts'
import { audienceOf } from './invariants/shared.ts'

export function happenings({ world, history, messages }: Facts): string[] {
  const names = new Map(world.setting.monitors.map(({ id, name }) => [id, name]))
  const incidents = new Map(
    history.incidents.map((one) => [one.id, `${one.id} (${names.get(one.monitorId)} ${one.rule})`]),
  )
  const lines: { readonly at: number; readonly text: string }[] = [
    ...world.checks
      .filter(({ condition }) => condition !== 'up')
      .map(({ at, monitorId, condition }) => ({ at, text: `check of ${names.get(monitorId)}: ${condition}` })),
    ...history.events.map(({ at, incidentId, type, data }) => ({
      at,
      text: `incident ${incidents.get(incidentId)}: ${type} ${JSON.stringify(data)}`,
    })),
    ...messages.map(({ at, alert, recipient, channelId, incidentIds, isAccepted, isConfirmed, isDigest }) => {
      const kind = isDigest ? 'digest' : alert.isUpdate ? 'update' : alert.reminder ? 'reminder' : alert.kind
      const reception = isConfirmed ? '' : isAccepted ? ', answered too late' : ', refused'
      const about = `${incidentIds.join(', ')} of outage ${alert.outageId ?? incidentIds[0]}`
      return {
        at: at.getTime(),
        text: `→ ${recipient} (${audienceOf(world, channelId)}): ${kind} ${about}, queued ${clockOf(new Date(alert.at).getTime())}${reception}`,
      }
    }),
    ...world.deeds.silences.flatMap(({ monitorId, reason, from, to }) => [
      { at: from, text: `${reason} of ${names.get(monitorId)} begins` },
      { at: to, text: `${reason} of ${names.get(monitorId)} ends` },
    ]),
    ...world.deeds.acknowledgements.map(({ at, way, incidentId, refusal }) => ({
      at,
      text: `somebody acknowledges ${incidentId} (${way}): ${refusal ?? 'done'}`,
    })),
    ...world.deeds.resolves.map(({ at, monitorId }) => ({ at, text: `somebody resolves ${names.get(monitorId)}` })),
    ...world.deeds.passedOn.map(({ at, monitorId }) => ({ at, text: `somebody passes on ${names.get(monitorId)}` })),
    ...world.deeds.forgotten.map(({ at }) => ({ at, text: 'retention deletes ended incidents' })),
    ...world.lost.map(({ at, ms }) => ({
      at,
      text: ms === undefined ? 'a process dies' : `a process pauses (${ms} ms)`,
    })),
    { at: world.until, text: 'nothing fails any more' },
    { at: world.endedAt, text: 'the world ends' },
  ]
  return lines.toSorted((one, other) => one.at - other.at).map(({ at, text }) => `${clockOf(at)} ${text}`)
}

const clockOf = (at: number): string => (Number.isFinite(at) ? new Date(at).toISOString().slice(11, 23) : 'never')
