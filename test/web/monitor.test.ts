import { beforeAll, describe, expect, it } from 'vitest'
import {
  darkPhone,
  expectAccessible,
  hasBrowser,
  lapwingWithDashboard,
  lightPhone,
  open,
} from '../kit/browser/browser.ts'
import { checked, refused } from '../kit/resources/checked.ts'
import { makeHeartbeat, ping } from '../kit/resources/heartbeats.ts'
import { enroll, report } from '../kit/resources/hosts.ts'
import { fail } from '../kit/resources/incidents.ts'
import { locationsOf, make } from '../kit/resources/monitors.ts'

const hostile = '<script>document.title="taken"</script>'

const picture = '0198f3d0-5a3e-7c11-8a52-3f1d2a7b9c10'
const leftBehind = [
  { id: picture, kind: 'screenshot', name: 'screenshot.jpeg', bytes: 5000 },
  { id: picture, kind: 'report', name: 'report.html', bytes: 300_000, expires_at: '2026-04-01T00:00:00.000Z' },
  { id: null, kind: 'trace', name: 'trace.zip', not_kept: 'the disk is full' },
]

describe.skipIf(!hasBrowser)('a monitor', () => {
  const app = lapwingWithDashboard()
  let id: string

  beforeAll(async () => {
    id = (await make(app(), { name: `Shop ${hostile}`, locations: await locationsOf(app()), tags: ['shop'] })).id
    for (const durationMs of [20, 30]) {
      await checked(app(), id, { durationMs, evidence: JSON.stringify({ status: 200, body: 'fine' }) })
      app().clock.advance(60_000)
    }
    const seen = { protocol: 'HTTP/2', status: 503, body: hostile, artifacts: leftBehind }
    await fail(app(), id, { ...refused, evidence: JSON.stringify(seen) })
    app().clock.advance(1000)
  })

  it('says what is wrong and since when, and can be taken on', async () => {
    const page = await open(app(), `/monitors/${id}`)
    await page.getByText(/^Down for/).waitFor()
    await page.getByText(/^1 day with downtime/).waitFor()
    expect(await page.getByText('1 degraded').count()).toBe(0)
    await page.getByRole('figure').waitFor()
    await page.getByRole('cell', { name: 'Frankfurt' }).first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByText('Acknowledged by Ada.').waitFor()
    await expect.poll(() => page.title()).toContain(hostile)
  })

  it('that was never checked has no rule that is fine', async () => {
    const fresh = await make(app(), { name: 'Fresh' })
    for (const path of [`/monitors/${fresh.id}`, `/monitors/${fresh.id}/rules`]) {
      const page = await open(app(), path)
      const state = page.locator('li.rule .pill, tr .pill').first()
      await state.waitFor()
      expect(await state.textContent()).toBe('No data yet')
    }
  })

  it('says so of a rule whose metric was not measured', async () => {
    const plain = await make(app(), { name: 'Plain' })
    const rule = { name: 'Certificate', metric: 'ssl_expiry', operator: '<', value: '3', severity: 'info' }
    const added = await app().ask('POST', `/monitors/${plain.id}/alert-rules`, { body: rule })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    await checked(app(), plain.id)
    app().clock.advance(1000)
    const page = await open(app(), `/monitors/${plain.id}/rules`)
    await page.getByRole('row', { name: /^Certificate.*No data/ }).waitFor()
    await page.getByRole('row', { name: /^Availability.*OK/ }).waitFor()
    await expectAccessible(page, [lightPhone, darkPhone])
  })

  it('that is a machine shows its reports, and no check-ins', async () => {
    const host = await enroll(app(), { name: 'db-1' })
    await report(app(), host)
    const page = await open(app(), `/monitors/${host.monitorId}`)
    await page.getByRole('heading', { name: 'db-1' }).first().waitFor()
    await page.getByRole('cell', { name: 'Passed' }).waitFor()
    expect(await page.getByRole('cell', { name: /ms$/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Checks', exact: true }).waitFor()
  })

  it('that is a machine has charts of the machine, and no response time', async () => {
    const host = await enroll(app(), { name: 'db-2' })
    for (let n = 0; n < 5; n++) {
      await report(app(), host)
      app().clock.advance(60_000)
    }
    const page = await open(app(), `/monitors/${host.monitorId}`)
    for (const name of ['CPU', 'Memory used', 'Disk used max', 'Load over one minute']) {
      await page.getByRole('heading', { name, exact: true }).waitFor()
      await page.getByRole('figure', { name: new RegExp(`^${name}`) }).waitFor()
    }
    expect(await page.getByText('Response time').count()).toBe(0)
    await expectAccessible(page)
  })

  it('that is a job shows how late it was and when it is due, and no response time', async () => {
    const { id: job, path } = await makeHeartbeat(app(), { periodSeconds: 60 }, { name: 'Nightly' })
    for (let n = 0; n < 2; n++) {
      await ping(app(), path)
      app().clock.advance(60_000)
    }
    const page = await open(app(), `/monitors/${job}`)
    await page.getByRole('heading', { name: 'Late', exact: true }).waitFor()
    await page.getByRole('figure', { name: /^Late/ }).waitFor()
    await page.getByText('Next check-in due', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Duration', exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByText('Response time').count()).toBe(0)
  })

  it('opens a check to what it saw, as text, beside the last good one', async () => {
    const page = await open(app(), `/monitors/${id}/checks?result=failed`)
    await page.getByRole('button', { name: 'Show details' }).first().click()
    await page.locator('.check-details').getByText(hostile).waitFor()
    await page.locator('.check-details').getByRole('definition').filter({ hasText: 'HTTP/2' }).waitFor()
    const shown = page.getByRole('img', { name: 'Screenshot of the page' })
    await expect.poll(() => shown.getAttribute('src')).toBe(`/app/artifacts/${picture}`)
    const report = page.getByRole('link', { name: 'report.html' })
    await expect.poll(() => report.getAttribute('href')).toBe(`/app/artifacts/${picture}`)
    await page.getByText('trace.zip was not stored: the disk is full.').waitFor()
    await page.getByRole('button', { name: 'Compare with last passed check' }).click()
    await expect.poll(() => page.locator('.changes').textContent()).toContain('− 200')
    await expectAccessible(page)
  })

  it('tries a rule on the past before it is added, and turns it off with a way back', async () => {
    const page = await open(app(), `/monitors/${id}/rules?edit=new`)
    await page.getByLabel('Threshold').fill('5')
    await page.getByText(/would( not)? have fired/).waitFor()
    await page.getByLabel('Name').fill('Slow')
    await page.locator('form').getByRole('button', { name: 'Add rule' }).click()
    const on = page.getByRole('switch', { name: 'Enable Slow' })
    await on.click()
    await expect.poll(() => on.getAttribute('aria-checked')).toBe('false')
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect.poll(() => on.getAttribute('aria-checked')).toBe('true')
  })

  it('is read as YAML, and asks once before it is deleted', async () => {
    const page = await open(app(), `/monitors/${id}/configuration?as=yaml`)
    await expect.poll(() => page.locator('pre.code').textContent()).toContain('type: http')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await app().get(`/monitors/${id}`)).status).toBe(200)
  })

  it('draws nothing that changes it for a viewer', async () => {
    const page = await open(app(), `/monitors/${id}`, { role: 'viewer' })
    await page.getByText(/^Down for/).waitFor()
    expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0)
    expect(await page.getByRole('switch').count()).toBe(0)
  })
})
