import { describe, expect, it } from 'vitest'
import { checks } from '../../../src/checks/index.ts'
import { channelKinds } from '../../../src/channels/index.ts'
import { formFieldsOf } from '../../../src/operations/registry/fields/form-fields.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()

describe('a form drawn from the catalog', () => {
  const forms = [...checks, ...channelKinds].map(({ type, config }) => [type, formFieldsOf(config)] as const)

  const conditions = forms.flatMap(([type, fields]) =>
    fields.flatMap(({ key, shown_when: when }) => (when === null ? [] : [{ type, key, when, fields }])),
  )
  it.each(conditions)('$type shows $key only with values that $when.key can have', ({ when, fields }) => {
    const decides = fields.find(({ key }) => key === when.key)
    expect(decides?.enum ?? [true, false]).toEqual(expect.arrayContaining(when.in))
  })

  it.each(forms)('%s has a unique label for each field', (_type, fields) => {
    const labels = fields.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter((label) => !/^[A-Z\d]/.test(label))).toEqual([])
  })

  it.each(forms)('%s shows required fields by default', (_type, fields) => {
    expect(fields.filter(({ required, advanced }) => required && advanced)).toEqual([])
  })

  it('has the item types of lists, so that numbers are sent as numbers', () => {
    const held = (type: string, key: string) =>
      formFieldsOf(checks.find((check) => check.type === type)!.config).find((field) => field.key === key)!.items
    expect(held('websocket', 'acceptedCloseCodes')).toBe('number')
    expect(held('dns', 'expectedValues')).toBe('string')
    expect(held('http', 'requestHeaders')).toBe('object')
    expect(held('http', 'timeoutSeconds')).toBeNull()
  })

  it('groups its fields: request, login, response and alerting', async () => {
    const { data } = (await app().get('/meta/monitor-types')).body
    const http = data.find(({ type }: { type: string }) => type === 'http')
    const field = (key: string) => http.config.find((one: { key: string }) => one.key === key)
    expect(http.category).toBe('web')
    expect(field('bearerToken')).toMatchObject({
      label: 'Bearer token',
      group: 'login',
      advanced: false,
      shown_when: { key: 'authType', in: ['bearer'] },
    })
    expect(field('timeoutSeconds')).toMatchObject({ label: 'Timeout', unit: 'seconds', advanced: true })
    expect(field('confirmationThreshold').group).toBe('alarm')
    expect(field('requestHeaders').fields).toMatchObject([
      { key: 'key', type: 'string', required: true },
      { key: 'value', type: 'string', required: true, max_length: 8000 },
    ])
    expect(http.metrics.find(({ metric }: { metric: string }) => metric === 'response_time')).toMatchObject({
      label: 'Response time',
      decimals: 0,
    })
  })
})
