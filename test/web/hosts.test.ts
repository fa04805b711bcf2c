import { describe, expect, it } from 'vitest'
import { expectAccessible, follow, hasBrowser, lapwingWithDashboard, open, phone } from '../kit/browser/browser.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { enroll, report, reportOf, sampleOf, send } from '../kit/resources/hosts.ts'
import { keepPartitions } from '../../src/store/results/partitions.ts'

const attack = '<img src=x onerror=document.title="ran">'

describe.skipIf(!hasBrowser)('hosts', () => {
  const app = lapwingWithDashboard()

  it('one is added from the monitor editor, enrolled with the command, and its first report appears by itself', async () => {
    await keepPartitions(app().store, { now: app().clock.now(), resultDays: 30, rollupDays: 400 })
    const page = await open(app(), '/hosts')
    await page.getByRole('heading', { level: 1, name: 'No hosts yet' }).waitFor()
    await page.getByText('Lapwing never connects to the machine').waitFor()
    await expectAccessible(page)
    await follow(page, '/monitors/new')
    await page.getByRole('button', { name: /^All \d+ types$/ }).click()
    await page.getByRole('dialog').getByLabel('Search').fill('agent on a machine')
    await page.getByRole('button', { name: /^Host / }).click()
    await page.getByLabel('Name').fill(`web-1 ${attack}`)
    await page.getByLabel('Tags').fill('env:prod, shop')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create enrolment command' }).click()
    await page.getByText('Waiting for the first report…').waitFor()
    const command = await page.getByLabel('Enrolment command').inputValue()
    expect(command).toMatch(/^curl -fsSL http:\S+\/install\/agent \| sh -s -- lwa_\S+$/)
    await page.getByRole('button', { name: 'Docker' }).click()
    await expect.poll(() => page.getByLabel('Enrolment command').inputValue()).toMatch(/^docker run .* agent --server /)
    await expectAccessible(page)

    const processes = [
      { pid: 812, name: `postgres ${attack}`, user: 'postgres', cpu_pct: 31.2, memory_bytes: 412_090_368 },
    ]
    const sample = sampleOf(app(), {
      metrics: { temp_c_max: 54, net_rx_bps: 1200, net_tx_bps: 900, security_updates: 2 },
      services: [{ name: 'nginx.service', up: false }],
      failed_services: ['backup.service'],
      containers: [{ name: 'shop', up: true, healthy: false }],
      processes: [{ name: 'worker', count: 4 }],
      top_processes: processes,
    })
    const token = command.split(' ').at(-1)!
    expect((await send(app(), token, reportOf(app(), { samples: [sample] }))).status).toBe(200)
    await passUntil(app(), () => page.locator('.callout').getByText('First report received.').isVisible())
    await page.getByText('Debian GNU/Linux 13 (trixie)').waitFor()
    for (const text of [
      'nginx.service',
      'backup.service',
      'shop',
      'worker: 4 running',
      '412 MB',
      '54 °C',
      'known after 3 h',
    ])
      await page.getByText(text, { exact: false }).first().waitFor()
    await page.getByRole('heading', { name: 'Temperature' }).waitFor()
    await page.getByRole('heading', { name: 'Network' }).waitFor()
    await expectAccessible(page)
    expect(await page.locator('img').count()).toBe(0)

    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('navigation', { name: 'Monitor sections' }).getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Disks, services and processes' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Create new token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new token' }).click()
    // The command with the first token may still be on the page.
    await expect.poll(() => page.getByLabel('Enrolment command').inputValue()).not.toContain(token)
    expect((await send(app(), token, reportOf(app()))).status).toBe(401)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete host…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete web-1' }).click()
    await page.getByRole('heading', { level: 1, name: 'No hosts yet' }).waitFor()
  })

  it('the list has trouble first, is narrowed in the address, and is found in the palette', async () => {
    const well = await enroll(app(), { name: 'calm' })
    const full = await enroll(app(), { name: 'zorn', tags: ['shop'] })
    await enroll(app(), { name: 'new' })
    const disk = { mount: '/srv', used_pct: 98, used_bytes: 98_000_000, free_bytes: 2_000_000 }
    for (let n = 0; n < 3; n++) {
      app().clock.advance(60_000)
      await report(app(), full, { samples: [sampleOf(app(), { disks: [disk] })] })
    }
    await report(app(), well)
    const page = await open(app(), '/hosts')
    await page.getByRole('heading', { level: 1, name: '1 host needs attention' }).waitFor()
    await expect.poll(() => page.locator('tbody .name').allTextContents()).toEqual(['zorn', 'new', 'calm'])
    await page.getByRole('row', { name: /zorn/ }).getByText('98 %').waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search hosts' }).fill('cal')
    await page.waitForURL('**/hosts?q=cal')
    await page.getByRole('link', { name: 'zorn' }).waitFor({ state: 'detached' })
    await follow(page, '/hosts?tag=nowhere')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: 'zorn' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('server')
    await page.getByRole('option', { name: 'Go to Hosts' }).waitFor()
    await page.getByRole('combobox').fill('calm')
    await page.getByRole('group', { name: 'Hosts' }).getByRole('option', { name: 'calm' }).click()
    await page.waitForURL(`**/hosts/${well.id}`)
  })

  it('a viewer changes nothing, a host without a command says so, and an unknown one is not found', async () => {
    const { id } = await enroll(app(), { name: 'waiting' })
    const page = await open(app(), `/hosts/${id}`, { role: 'viewer', size: phone, language: 'de' })
    await page.getByText('Wartet auf den ersten Bericht …').waitFor()
    await page.getByText('Den Agenten muss jemand').waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    await follow(page, '/hosts')
    await page.getByRole('link', { name: 'waiting' }).waitFor()
    expect(await page.getByRole('link', { name: 'Host hinzufügen' }).count()).toBe(0)
    await follow(page, '/hosts/new')
    await page.getByRole('heading', { name: 'Du hast keine Berechtigung' }).waitFor()
    await follow(page, '/hosts/0198c5a2-c0de-7a11-8c44-5b6f0e9d7a31')
    await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor()

    const member = await open(app(), `/hosts/${id}`, { role: 'member' })
    await member.getByRole('button', { name: 'Create new token' }).click()
    await member.getByLabel('Enrolment command').waitFor()
  })
})
