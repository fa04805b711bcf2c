import { describe, expect, it } from 'vitest'
import { clockViolations, cpuViolations, hostileViolations, killViolations, receiverViolations } from './verdicts.ts'

const kills = {
  kills: 100,
  postmasterKills: 33,
  deaths: 0,
  slowestStartSeconds: 9,
  slowestFirstCheckSeconds: 3,
  writes: 500,
  lostWrites: 0,
  outages: 40,
  unseenOutages: 0,
  unseenThoughReady: 0,
  unseen: [],
  incidents: 40,
  lostEvents: 0,
  longestUncheckedSeconds: 12,
}
const receivers = {
  minutesAway: 10,
  receivers: 4,
  incidents: 12,
  eventsOwed: 72,
  lostEvents: 0,
  outOfOrder: 0,
  unnotifiedPeople: 0,
  secondsUntilCaughtUp: 60,
}
const clock = {
  sites: 50,
  before: 300,
  afterSetBack: 290,
  afterSetForward: 310,
  busiestSecond: 50,
  saidSo: true,
  sentAfterSetBack: true,
}
const cpu = { secondsUntilReady: 40, secondsUntilFirstCheck: 60, checksInAMinute: 8, replacedProcesses: 0 }
const hostile = {
  servers: 20,
  refused: [],
  latestMsBefore: 200,
  latestMs: 900,
  canaryChecks: 24,
  mostMegabytes: 200,
  replacedProcesses: 1,
  isAlive: true,
}

describe('the verdicts', () => {
  it.each([
    ['kills', killViolations(kills)],
    ['receivers', receiverViolations(receivers)],
    ['clock', clockViolations(clock)],
    [
      'a short run of clock',
      clockViolations({ ...clock, sites: 3, before: 6, afterSetBack: 2, afterSetForward: 1, busiestSecond: 1 }),
    ],
    ['cpu', cpuViolations(cpu)],
    ['hostile', hostileViolations(hostile)],
  ])('accept sound figures of %s', (_, violations) => {
    expect(violations).toEqual([])
  })

  it.each([
    ['a process that ends by itself', killViolations({ ...kills, deaths: 1 })],
    ['no write at all', killViolations({ ...kills, writes: 0 })],
    ['a lost write', killViolations({ ...kills, lostWrites: 1 })],
    ['outages without incidents', killViolations({ ...kills, incidents: 0 })],
    ['an outage missed while ready', killViolations({ ...kills, unseenThoughReady: 1 })],
    ['an event that was never sent', killViolations({ ...kills, lostEvents: 1 })],
    ['nothing to send', receiverViolations({ ...receivers, eventsOwed: 0 })],
    ['an event lost on its way', receiverViolations({ ...receivers, lostEvents: 1 })],
    ['events out of order', receiverViolations({ ...receivers, outOfOrder: 1 })],
    ['a site that people were not notified of', receiverViolations({ ...receivers, unnotifiedPeople: 1 })],
    ['fewer checks after the clock was set back', clockViolations({ ...clock, afterSetBack: 100 })],
    ['fewer checks after the clock was set forward', clockViolations({ ...clock, afterSetForward: 100 })],
    ['a burst of checks', clockViolations({ ...clock, busiestSecond: 101 })],
    ['a change of the clock that is not logged', clockViolations({ ...clock, saidSo: false })],
    ['no alert after a change of the clock', clockViolations({ ...clock, sentAfterSetBack: false })],
    ['no check with little CPU', cpuViolations({ ...cpu, checksInAMinute: 0 })],
    ['slow processes taken for hung ones', cpuViolations({ ...cpu, replacedProcesses: 1 })],
    ['a monitor that is refused', hostileViolations({ ...hostile, refused: ['http: 400'] })],
    ['a canary that is not checked', hostileViolations({ ...hostile, canaryChecks: 0 })],
    ['a late canary', hostileViolations({ ...hostile, latestMs: 6000 })],
    ['a process that grows', hostileViolations({ ...hostile, mostMegabytes: 1500 })],
    ['a process that no longer answers', hostileViolations({ ...hostile, isAlive: false })],
  ])('reject %s', (_, violations) => {
    expect(violations).toHaveLength(1)
  })
})
