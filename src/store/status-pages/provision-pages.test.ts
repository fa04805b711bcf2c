// Provisioning is mostly SQL, so it is tested here on every supported server.
import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { provision } from '../../../test/kit/lapwing/provision.ts'
import { createVault } from '../../domain/vault.ts'
import { isPassword } from '../../domain/secret.ts'
import { readProvision } from '../../operations/provision/read.ts'
import { listActivity } from '../accounts/activity.ts'
import { anyOrganization } from '../accounts/organizations.ts'
import { readPageView } from './page-view.ts'

const now = new Date('2026-03-01T12:00:00Z')
const vault = createVault(['a key of at least thirty-two characters'])

const page = (fields = '', components = '[{ name: Checkout, monitorTags: ["team:shop"], publicCause: cause }]') => `
organizations:
  - name: Acme
    statusPages:
      - { slug: acme, name: Acme, components: ${components}${fields} }
`

it('creates status pages, resets them to the file, and changes nothing a second time', async () => {
  const store = await newStore()
  const apply = (text: string) => provision(store, text, { now, vault })
  const shown = async () => (await readPageView(store, { slug: 'acme' }, now))!
  const full = page(', theme: dark, language: de, daysShown: 30, password: only for us, hosts: [Status.Acme.test]')
  await apply(full)
  const { view, passwordHash } = await shown()
  expect(view).toMatchObject({ name: 'Acme', theme: 'dark', language: 'de', daysShown: 30, passwordProtected: true })
  expect(await isPassword('only for us', passwordHash!)).toBe(true)
  expect((await readPageView(store, { host: 'status.acme.test' }, now))?.view.id).toBe(view.id)

  const { id } = (await anyOrganization(store))!
  const noted = async () => (await listActivity(store, id, { filter: {}, after: undefined, limit: 100 })).length
  const before = await noted()
  await apply(full)
  expect(await shown()).toEqual({ ...(await shown()), passwordHash })
  expect(await noted()).toBe(before)

  await apply(page('', '[{ name: GitHub, thirdParty: { serviceSlug: github } }, { name: Checkout }]'))
  const after = await shown()
  expect(after.view).toMatchObject({ theme: 'auto', passwordProtected: true })
  expect(after.view.components.map(({ name }) => name)).toEqual(['GitHub', 'Checkout'])
  expect(after.view.components[1]!.id).toBe(view.components[0]!.id)
  expect(await readPageView(store, { host: 'status.acme.test' }, now)).toBeUndefined()
})

it.each([
  ['slug: status, name: A', /statusPages\[0\]\.slug: is reserved/],
  ['slug: a, name: A', /statusPages\[0\]\.slug/],
  [
    'slug: acme, name: A, components: [{ name: X, thirdParty: { serviceSlug: nobody } }]',
    /serviceSlug: is not a known service/,
  ],
])('refuses a page with %s', (fields, message) => {
  const text = `organizations:\n  - name: Acme\n    statusPages: [{ ${fields} }]\n`
  expect(() => readProvision(text, () => undefined)).toThrow(message)
})
