// Enrolled machines whose agents a test speaks for, and the silence that is judged when it says so.
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { createHostRound } from '../../../src/engine/hosts.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import type { Answered, Ask, TestLapwing } from '../lapwing/lapwing.ts'
import { onlyErrors } from '../log.ts'
import type { Fields } from './monitors.ts'

export interface EnrolledHost {
  id: string
  monitorId: string
  token: string
}

export async function enroll(app: TestLapwing, fields: Fields = {}, ask: Ask = {}): Promise<EnrolledHost> {
  app.clock.advance(1)
  const { status, body, text } = await app.post('/hosts', { name: 'web-1', ...fields }, ask)
  expect(status, text).toBe(201)
  return { id: body.id, monitorId: body.monitor_id, token: body.enrollment.token }
}

export const machine = {
  hostname: 'web-1.example.com',
  os: 'Debian GNU/Linux',
  os_version: '13 (trixie)',
  kernel: '6.12.48',
  arch: 'x64',
  cpu_cores: 4,
  memory_bytes: 8_000_000_000,
  ip_addresses: ['192.0.2.7', '2001:db8::7'],
}

/** A sample of a machine that is well, `ago` seconds before now. */
export function sampleOf(
  app: TestLapwing,
  { ago = 0, metrics = {}, ...fields }: Fields & { ago?: number } = {},
): Fields {
  return {
    at: new Date(app.clock.now().getTime() - ago * 1000).toISOString(),
    metrics: {
      cpu_pct: 12.5,
      mem_used_pct: 48.25,
      load1: 2,
      uptime_s: 864_000,
      services_failed: 0,
      ...(metrics as Fields),
    },
    disks: [{ mount: '/', used_pct: 71.5, used_bytes: 71_500_000, free_bytes: 28_500_000 }],
    ...fields,
  }
}

export function reportOf(app: TestLapwing, { samples = [sampleOf(app)], ...fields }: Fields = {}): Fields {
  return {
    agent_version: '0.1.0',
    sent_at: app.clock.now().toISOString(),
    boot_id: 'boot-1',
    config_version: null,
    machine,
    samples,
    ...fields,
  }
}

interface Sending {
  /** As it is: not written as JSON, not packed. */
  raw?: Buffer | string
  headers?: Record<string, string>
  method?: string
}

export async function send(
  app: TestLapwing,
  token: string | null,
  report: unknown,
  { raw, headers = {}, method = 'POST' }: Sending = {},
): Promise<Answered> {
  const body = raw ?? gzipSync(JSON.stringify(report))
  const response = await fetch(`${app.origin}/agent/v1/report`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(raw === undefined && { 'content-encoding': 'gzip' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) }
}

/** A report that has to be taken. */
export async function report(app: TestLapwing, { token }: EnrolledHost, fields: Fields = {}): Promise<Fields> {
  const { status, body, text } = await send(app, token, reportOf(app, fields))
  expect(status, text).toBe(200)
  return body
}

/** Lets time pass, then judges what is due by then; answers how many hosts that were. */
export async function passHosts(app: TestLapwing, seconds: number): Promise<number> {
  app.clock.advance(seconds * 1000)
  const { store, clock } = app
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  return createHostRound({ store, clock, log: onlyErrors })()
}
