import { describe, expect, it } from 'vitest'
import { BadProvision } from './context.ts'
import { readProvision } from './read.ts'

const read = (fields: string, variables: Record<string, string> = {}) =>
  readProvision(`organizations:\n  - name: Acme\n    ${fields}\n`, (name) => variables[name]).organizations[0]!

function messageOf(fields: string): string {
  try {
    read(fields)
  } catch (error) {
    expect(error).toBeInstanceOf(BadProvision)
    return (error as Error).message.replaceAll('organizations[0].', '')
  }
  throw new Error('accepted')
}

const hook = (fields: string): string => `channels: [ { name: Hook, type: webhook, ${fields} } ]`
const config = 'config: { url: "https://hooks.example.com/x" }'

describe('the people of a provision file', () => {
  it('have defaults for omitted fields', () => {
    expect(read('contacts: [ { name: Ada, email: Ada@example.com } ]').contacts).toEqual([
      { name: 'Ada', email: 'Ada@example.com' },
    ])
    expect(read('contactGroups: [ { name: Ops } ]').contactGroups).toEqual([{ name: 'Ops', default: false }])
    expect(read(hook(config)).channels).toEqual([
      {
        name: 'Hook',
        type: 'webhook',
        enabled: true,
        default: false,
        severities: ['critical', 'warning'],
        groups: [],
        config: { url: 'https://hooks.example.com/x' },
      },
    ])
  })

  it('take secrets from the environment', () => {
    const [channel] = read(hook('config: { url: "${HOOK}", secret: "${SECRET:-none}" }'), {
      HOOK: 'https://hooks.example.com/y',
    }).channels
    expect(channel?.config).toEqual({ url: 'https://hooks.example.com/y', secret: 'none' })
  })

  it.each([
    ['contacts: [ { name: Ada } ]', 'contacts[0].email: Required'],
    ['contacts: [ { name: Ada, email: ada } ]', 'contacts[0].email: must be a valid email address'],
    ['contacts: [ { name: "", email: a@b.co } ]', 'contacts[0].name: String must contain at least 1 character(s)'],
    [
      `contacts: [ { name: Ada, email: a@b.co, phone: "${'1'.repeat(31)}" } ]`,
      'contacts[0].phone: String must contain at most 30 character(s)',
    ],
    ['contacts: [ { name: Ada, email: a@b.co, phone: 112 } ]', 'contacts[0].phone: Expected string, received number'],
    ['contacts: [ { name: A, email: a@b.co }, { name: B, email: A@B.co } ]', 'contacts[1].email: is used twice'],
    ['contacts: [ { name: A, email: a@b.co, role: boss } ]', 'contacts[0].role: unsupported field'],
    ['contactGroups: [ { description: none } ]', 'contactGroups[0].name: Required'],
    ['contactGroups: [ { name: Ops }, { name: OPS } ]', 'contactGroups[1].name: is used twice'],
    [
      'contactGroups: [ { name: Ops, members: [ ada ] } ]',
      'contactGroups[0].members[0]: must be a valid email address',
    ],
    [
      'contactGroups: [ { name: A }, { name: B, default: true }, { name: C, default: true } ]',
      'contactGroups[2].default: only one group can be the default, and contactGroups[1] is',
    ],
    [hook('config: {}'), 'channels[0].config.url: Required'],
    [hook('config: { url: nowhere }'), 'channels[0].config.url: must be an https:// URL'],
    [hook('config: { url: "https://h.example.com", colour: red }'), 'channels[0].config.colour: unsupported field'],
    [hook(`${config}, severities: []`), 'channels[0].severities: Array must contain at least 1 element(s)'],
    [
      hook(`${config}, severities: [ info ]`),
      'channels[0].severities[0]: Invalid value. Allowed values: critical, warning',
    ],
    [
      hook('config: { url: "https://h.example.com", contact_group_ids: [] }'),
      'channels[0].config.contact_group_ids: list the groups in groups',
    ],
    [
      'channels: [ { name: A, type: webhook, CONFIG }, { name: a, type: webhook, CONFIG } ]'.replaceAll(
        'CONFIG',
        config,
      ),
      'channels[1].name: is used twice',
    ],
  ])('are refused by path and rule: %s', (fields, message) => {
    expect(messageOf(fields)).toBe(message)
  })

  it('are refused with the list of channel types', () => {
    expect(messageOf('channels: [ { name: Hook, type: pigeon } ]')).toMatch(
      /^channels\[0\]\.type: Invalid value\. Allowed values: .*webhook/,
    )
  })
})
