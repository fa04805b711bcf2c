import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { create } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

it('exports what is stored, with keys in place of ids, without defaults and without secrets', async () => {
  const contact = (await app().post('/contacts', { name: 'Grace Hopper', email: 'grace@example.com' })).body
  const group = (await app().post('/contact-groups', { name: 'On call', contactIds: [contact.id] })).body
  const monitor = await create(app(), {
    name: 'Shop (EU)',
    config: { authType: 'bearer', bearerToken: 'hunter2hunter2', notificationGroupIds: [group.id] },
    alertRules: [
      { defaultRule: 'Availability Check', failureThreshold: 5, contactGroupId: group.id },
      { name: 'Slow', metric: 'response_time', operator: '>', value: '800', severity: 'warning' },
    ],
  })
  await app().post('/slos', { name: 'Shop', monitorIds: [monitor.body.id], target: 99.9 })
  const { body, text } = await app().get('/config')
  expect(text).not.toContain('hunter2')
  expect(body).toMatchObject({
    version: 1,
    contacts: [{ key: 'grace-hopper', name: 'Grace Hopper', email: 'grace@example.com' }],
    contactGroups: expect.arrayContaining([{ key: 'on-call', name: 'On call', contactIds: ['grace-hopper'] }]),
    objectives: [{ key: 'shop', name: 'Shop', monitorIds: ['shop-eu'], target: 99.9 }],
  })
  expect(body.monitors).toEqual([
    {
      key: 'shop-eu',
      name: 'Shop (EU)',
      type: 'http',
      target: 'https://example.com/',
      interval: 3600,
      locations: ['fra'],
      config: { authType: 'bearer', bearerToken: '[redacted]', notificationGroupIds: ['on-call'] },
      alertRules: [
        { defaultRule: 'Availability Check', failureThreshold: 5, contactGroupId: 'on-call' },
        { name: 'Slow', metric: 'response_time', operator: '>', value: '800', severity: 'warning' },
      ],
    },
  ])
  const yaml = await app().get('/config', { headers: { accept: 'application/yaml' } })
  expect(yaml.headers.get('content-type')).toContain('application/yaml')
  expect(parse(yaml.text)).toEqual(body)
  const terraform = (await app().get('/config?format=terraform')).text
  expect(terraform).toContain(`to = restapi_object.monitors_shop_eu\n  id = "/monitors/${monitor.body.id}"`)
  expect(terraform).toContain('"monitorIds" = [restapi_object.monitors_shop_eu.id]')
  // A monitor cannot change its type, so an update that names it is refused.
  const update = /update_data = jsonencode\(\{\n([^]*?)\n  \}\)/.exec(terraform)![1]!
  expect(update).toContain('"name" = ')
  expect(update).not.toMatch(/"type"|"alertRules"/)
})

it('serves a JSON Schema that knows the fields of every section', async () => {
  const { body } = await app().get('/config/schema', { key: null })
  const { monitors, contactGroups } = body.properties
  expect(monitors.items.required).toEqual(expect.arrayContaining(['key', 'name', 'type', 'interval']))
  expect(monitors.items.properties.locations.items).toEqual({
    type: 'string',
    description: 'The key, id or name of a location',
  })
  expect(Object.keys(monitors.items.properties.alertRules.items.properties)).not.toContain('deleted')
  expect(contactGroups.items.properties.escalationPolicyId.type).toEqual(['string', 'null'])
  expect(JSON.stringify(body)).not.toContain('$ref')
})
