import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, locationsOf, make, patch, ruleNamed, rulesOf } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

const both = async (): Promise<{ locations: string[] }> => ({ locations: await locationsOf(app()) })
const one = async (): Promise<{ locations: string[] }> => ({ locations: (await locationsOf(app())).slice(0, 1) })
const names = async (id: string): Promise<string[]> => (await rulesOf(app(), id)).map(({ name }) => name)
const edit = async (id: string, name: string, body: Fields): Promise<void> => {
  const { id: ruleId } = await ruleNamed(app(), id, name)
  expect((await app().ask('PATCH', `/monitors/${id}/alert-rules/${ruleId}`, { body })).status).toBe(200)
}

/** `threshold probes window` of each rule, by name. */
const thresholds = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await rulesOf(app(), id)).map((rule) => [
      rule.name,
      `${rule.failure_threshold} ${rule.min_failed_probes} ${rule.duration_window_seconds}`,
    ]),
  )

const login = { username: 'probe', password: 'hunter2' }

describe('the rules a monitor starts with', () => {
  it('are enabled, and marked as default rules', async () => {
    const { id } = await make(app(), { type: 'tcp' })
    for (const rule of await rulesOf(app(), id))
      expect(rule).toMatchObject({
        monitor_id: id,
        enabled: true,
        is_system: true,
        contact_group: null,
        rule_version: 1,
      })
    expect(await names(id)).toEqual(['Availability Check', 'Slow TCP Connect'])
  })

  it('include the Availability Check: success == false, critical, after 3 checks and from two locations', async () => {
    const { id } = await make(app(), await both())
    expect(await ruleNamed(app(), id, 'Availability Check')).toMatchObject({
      metric: 'success',
      operator: '==',
      value: 'false',
      severity: 'critical',
      failure_threshold: 3,
      min_failed_probes: 2,
      duration_window_seconds: 0,
    })
  })

  it('require two locations for critical rules, or the only one', async () => {
    expect(await thresholds((await make(app(), await one())).id)).toEqual({
      'Availability Check': '3 1 0',
      'Unexpected Status Code': '3 1 0',
    })
    expect(await thresholds((await make(app(), await both())).id)).toEqual({
      'Availability Check': '3 2 0',
      'Unexpected Status Code': '3 2 0',
    })
  })

  it('take confirmationThreshold and durationWindow from the config', async () => {
    const { id } = await make(app(), { ...(await both()), config: { confirmationThreshold: 5, durationWindow: 120 } })
    expect(await thresholds(id)).toEqual({ 'Availability Check': '5 2 120', 'Unexpected Status Code': '5 2 120' })
  })

  it.each(['rdap', 'breach', 'heartbeat', 'playwright'])(
    'include no Availability Check for %s monitors; one can be added',
    async (type) => {
      const { id } = await make(app(), { type })
      expect(await names(id)).not.toContain('Availability Check')
      const body = { name: 'Availability', metric: 'success', operator: '==', value: 'false' }
      expect((await app().post(`/monitors/${id}/alert-rules`, body)).status).toBe(201)
    },
  )

  it.each([
    ['heartbeat', 'Missed Check-in', '1 1 0'],
    ['integrity', 'Availability Check', '1 2 0'],
    ['playwright', 'Journey failed', '2 1 0'],
    ['rdap', 'Domain Expiring', '3 1 0'],
  ])('wait as the catalog says for %s monitors', async (type, name, expected) => {
    const { id } = await make(app(), { type, ...(await both()) })
    expect((await thresholds(id))[name]).toBe(expected)
  })
})

describe('changing the config or the locations', () => {
  it.each([
    [{ config: { confirmationThreshold: 7 } }, '7 2 0', '7 2 0'],
    [{ config: { durationWindow: 60 } }, '3 2 60', '3 2 60'],
    [{ config: { confirmationThreshold: 1, durationWindow: 600 } }, '1 2 600', '1 2 600'],
    [{ name: 'Only a name' }, '3 2 0', '3 2 0'],
  ])('updates default rules: %j', async (body, availability, status) => {
    const { id } = await make(app(), await both())
    await patch(app(), id, body)
    expect(await thresholds(id)).toEqual({ 'Availability Check': availability, 'Unexpected Status Code': status })
  })

  it('restores the default when the key is cleared', async () => {
    const { id } = await make(app(), { config: { confirmationThreshold: 9, durationWindow: 30 } })
    await patch(app(), id, { config: { confirmationThreshold: null, durationWindow: null } })
    expect((await thresholds(id))['Availability Check']).toBe('3 1 0')
  })

  it('requires a second location while there is one', async () => {
    const { id } = await make(app(), await one())
    await patch(app(), id, await both())
    expect(await thresholds(id)).toEqual({ 'Availability Check': '3 2 0', 'Unexpected Status Code': '3 2 0' })
    await patch(app(), id, await one())
    expect(await thresholds(id)).toEqual({ 'Availability Check': '3 1 0', 'Unexpected Status Code': '3 1 0' })
  })

  it('keeps edited values, one by one', async () => {
    const { id } = await make(app(), await both())
    await edit(id, 'Availability Check', { failureThreshold: 10 })
    await edit(id, 'Unexpected Status Code', { durationWindow: 5, enabled: false })
    await patch(app(), id, { ...(await one()), config: { confirmationThreshold: 4, durationWindow: 60 } })
    expect(await thresholds(id)).toEqual({ 'Availability Check': '10 1 60', 'Unexpected Status Code': '4 1 5' })
    expect(await ruleNamed(app(), id, 'Unexpected Status Code')).toMatchObject({ enabled: false, is_system: true })
  })

  it('keeps custom rules unchanged', async () => {
    const { id } = await make(app())
    const rule = { name: 'Slow', metric: 'response_time', operator: '>', value: '1', failureThreshold: 3 }
    const { body: made } = await app().post(`/monitors/${id}/alert-rules`, rule)
    await patch(app(), id, { ...(await both()), config: { confirmationThreshold: 8, durationWindow: 60 } })
    expect(await ruleNamed(app(), id, 'Slow')).toEqual(made)
  })

  it('creates a new version of each changed rule only', async () => {
    const { id } = await make(app(), await one())
    const versions = async (): Promise<number[]> => (await rulesOf(app(), id)).map(({ rule_version }) => rule_version)
    await patch(app(), id, await both())
    expect(await versions()).toEqual([2, 2])
    await patch(app(), id, { config: { confirmationThreshold: 5 } })
    expect(await versions()).toEqual([3, 3])
    await patch(app(), id, { config: { method: 'HEAD' }, name: 'Same rules' })
    expect(await versions()).toEqual([3, 3])
  })

  it('keeps thresholds that the catalog fixes', async () => {
    const { id } = await make(app(), { type: 'playwright' })
    await patch(app(), id, { config: { confirmationThreshold: 6 } })
    expect(await thresholds(id)).toEqual({ 'Journey failed': '2 1 0' })
    const host = await make(app(), { type: 'host' })
    await patch(app(), host.id, { config: { confirmationThreshold: 6, durationWindow: 30 } })
    expect(await thresholds(host.id)).toMatchObject({
      'Host Offline': '1 1 30',
      'High CPU': '6 1 600',
      'Disk Full': '6 1 30',
    })
  })
})

describe('rules that depend on the config', () => {
  it.each([
    ['smtp', { ...login, port: 587 }, ['Login Failed', 'Certificate Expiring']],
    ['imap', login, ['Login Failed', 'Mailbox Almost Full', 'Mailbox Full']],
    ['pop3', login, ['Login Failed']],
    ['ftp', login, ['Login Failed']],
    ['ftp', { ...login, expectPath: '/in' }, ['Login Failed', 'Path Missing']],
    ['sftp', { ...login, expectPath: '/in' }, ['Login Failed', 'Path Missing']],
    ['postgres', { ...login, expectValueRegexp: 'ok' }, ['Login Failed', 'Unexpected Value']],
    ['redis', login, ['Login Failed']],
    ['websocket', { expectPattern: 'hello' }, ['Unexpected Message']],
    ['email_policy', { dkimSelectors: ['s1'] }, ['DKIM Invalid']],
  ])('are created and deleted with it: %s %j', async (type, config, expected) => {
    const plain = await make(app(), { type })
    const before = await names(plain.id)
    const whole = await make(app(), { type, config })
    expect((await names(whole.id)).filter((name) => !before.includes(name)).sort()).toEqual([...expected].sort())

    expect((await patch(app(), plain.id, { config })).status).toBe(200)
    expect((await names(plain.id)).sort()).toEqual((await names(whole.id)).sort())

    const cleared = Object.fromEntries(Object.keys(config).map((key) => [key, null]))
    expect((await patch(app(), plain.id, { config: cleared })).body.config).toEqual({})
    expect(await names(plain.id)).toEqual(before)
  })

  it('are deleted if the catalog says they do not apply', async () => {
    const { id } = await make(app(), { type: 'ftp' })
    expect(await names(id)).toEqual(['Availability Check', 'Certificate Expiring'])
    await patch(app(), id, { config: { tlsMode: 'none' } })
    expect(await names(id)).toEqual(['Availability Check'])
  })

  it('are created with the current thresholds of the config', async () => {
    const { id } = await make(app(), { type: 'pop3', config: { confirmationThreshold: 2 } })
    await patch(app(), id, { config: { ...login, durationWindow: 90 } })
    expect(await ruleNamed(app(), id, 'Login Failed')).toMatchObject({
      failure_threshold: 2,
      duration_window_seconds: 90,
      is_system: true,
    })
  })

  it('are not created while a custom rule has their metric and severity', async () => {
    const { id } = await make(app(), { type: 'imap' })
    const rule = { name: 'My login rule', metric: "metrics['imap.auth_ok']", operator: '==', value: '0' }
    await app().post(`/monitors/${id}/alert-rules`, rule)
    expect((await patch(app(), id, { config: login })).status).toBe(200)
    expect((await names(id)).sort()).toEqual([
      'Availability Check',
      'Certificate Expiring',
      'Mailbox Almost Full',
      'Mailbox Full',
      'My login rule',
    ])
    await patch(app(), id, { config: { username: null, password: null } })
    expect((await names(id)).sort()).toEqual(['Availability Check', 'Certificate Expiring', 'My login rule'])
  })

  it('are identified by their origin, even if renamed', async () => {
    const { id } = await make(app(), { type: 'pop3', config: login })
    await edit(id, 'Login Failed', { name: 'Nobody gets in', severity: 'warning' })
    await patch(app(), id, { config: { confirmationThreshold: 2 } })
    expect(await names(id)).toEqual(['Availability Check', 'Certificate Expiring', 'Nobody gets in'])
    expect(await ruleNamed(app(), id, 'Nobody gets in')).toMatchObject({ failure_threshold: 2, severity: 'warning' })
    await patch(app(), id, { config: { username: null, password: null } })
    expect(await names(id)).toEqual(['Availability Check', 'Certificate Expiring'])
  })
})
