import { describe, expect, it } from 'vitest'
import { BadProvision } from './context.ts'
import { readProvision } from './read.ts'

const read = (text: string, variables: Record<string, string> = {}) => readProvision(text, (name) => variables[name])

function messageOf(text: string, variables: Record<string, string> = {}): string {
  try {
    read(text, variables)
  } catch (error) {
    expect(error).toBeInstanceOf(BadProvision)
    return (error as Error).message
  }
  throw new Error('accepted')
}

const organization = (fields: string): string => `organizations:\n  - name: Acme\n    ${fields}\n`
const named = (name: string): string => `organizations:\n  - name: ${name}\n`
const nothingElse = {
  contacts: [],
  contactGroups: [],
  channels: [],
  statusPages: [],
  onCallSchedules: [],
  escalationPolicies: [],
  monitors: [],
  maintenanceWindows: [],
  objectives: [],
  variables: [],
}
const nameIn = (text: string, variables?: Record<string, string>): string | undefined =>
  read(text, variables).organizations[0]?.name
const key = 'lw_test_write_0123456789abcdef'

describe('a provision file', () => {
  it.each(['', '\n', '# nothing yet\n', '{}', 'organizations: []'])('may be empty: %j', (text) => {
    expect(read(text)).toEqual({ organizations: [] })
  })

  it('has all documented fields', () => {
    const { organizations, locations } = read(`
organizations:
  - name: Acme
    plan: pro                      # free | starter | pro | business | enterprise (default)
    limits: { monitors: 3 }        # optional overrides of the plan's limits
    apiKeys:
      - { name: rw, scope: write, key: lw_test_write_0123456789abcdef }
    users:
      - { name: Ada, email: ada@example.com, password: "correct horse battery", role: owner }
locations:
  - { slug: fra, name: Frankfurt, city: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`)
    expect(organizations).toEqual([
      {
        name: 'Acme',
        plan: 'pro',
        limits: { monitors: 3 },
        apiKeys: [{ name: 'rw', scope: 'write', key }],
        users: [
          {
            name: 'Ada',
            email: 'ada@example.com',
            password: 'correct horse battery',
            role: 'owner',
            contactMethods: [],
          },
        ],
        ...nothingElse,
      },
    ])
    expect(locations).toEqual([
      {
        slug: 'fra',
        name: 'Frankfurt',
        city: 'Frankfurt',
        region: 'eu',
        country: 'Germany',
        countryCode: 'DE',
        embedded: true,
        tokens: [],
      },
    ])
  })

  it('has defaults for the rest', () => {
    expect(read(named('Acme'))).toEqual({
      organizations: [{ name: 'Acme', plan: 'enterprise', limits: {}, apiKeys: [], users: [], ...nothingElse }],
    })
    expect(read(organization('users: [ { name: Ada, email: ada@example.com } ]')).organizations[0]?.users[0]).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      role: 'member',
      contactMethods: [],
    })
    const [location] = read(
      'locations: [ { slug: fra, name: F, region: eu, country: Germany, countryCode: DE } ]',
    ).locations!
    expect(location).toMatchObject({ embedded: false })
  })
})

describe('an error is reported by path and rule:', () => {
  const mistakes: [string, string, string][] = [
    ['an unknown section', 'organisations: []', 'organisations: unsupported field'],
    ['an unknown field', organization('colour: red'), 'organizations[0].colour: unsupported field'],
    ['a file that is a list', '- a', 'file: Expected object, received array'],
    ['a file that is a word', 'hello', 'file: Expected object, received string'],
    ['no list of organizations', 'organizations: { name: Acme }', 'organizations: Expected array, received object'],
    ['an organization without a name', 'organizations: [ { plan: pro } ]', 'organizations[0].name: Required'],
    ['a blank name', named('"  "'), 'organizations[0].name: String must contain at least 1 character(s)'],
    ['a name that is a number', named('5'), 'organizations[0].name: Expected string, received number'],
    [
      'a name that cannot be stored',
      named('"a\\0b"'),
      'organizations[0].name: must be text without control characters',
    ],
    [
      'an unknown plan',
      organization('plan: gold'),
      'organizations[0].plan: Invalid value. Allowed values: free, starter, pro, business, enterprise',
    ],
    ['an unknown limit', organization('limits: { monitor: 3 }'), 'organizations[0].limits.monitor: unsupported field'],
    [
      'a negative limit',
      organization('limits: { monitors: -2 }'),
      'organizations[0].limits.monitors: Number must be greater than or equal to -1',
    ],
    [
      'a limit that is text',
      organization('limits: { monitors: "3" }'),
      'organizations[0].limits.monitors: Expected number, received string',
    ],
    [
      'a broken limit',
      organization('limits: { monitors: 1.5 }'),
      'organizations[0].limits.monitors: Expected integer, received float',
    ],
    [
      'a limit beyond what can be counted',
      organization('limits: { monitors: 3000000000 }'),
      'organizations[0].limits.monitors: Number must be less than or equal to 2147483647',
    ],
    [
      'a key without a scope',
      organization(`apiKeys: [ { name: rw, key: ${key} } ]`),
      'organizations[0].apiKeys[0].scope: Required',
    ],
    [
      'an unknown scope',
      organization(`apiKeys: [ { name: rw, scope: admin, key: ${key} } ]`),
      'organizations[0].apiKeys[0].scope: Invalid value. Allowed values: read, write',
    ],
    [
      'a short key',
      organization('apiKeys: [ { name: rw, scope: read, key: hunter2 } ]'),
      'organizations[0].apiKeys[0].key: must be 16 to 200 visible ASCII characters',
    ],
    [
      'a key with a space',
      organization('apiKeys: [ { name: rw, scope: read, key: "hunter2 hunter2 hunter2" } ]'),
      'organizations[0].apiKeys[0].key: must be 16 to 200 visible ASCII characters',
    ],
    [
      'a wrong address',
      organization('users: [ { name: Ada, email: ada } ]'),
      'organizations[0].users[0].email: must be a valid email address',
    ],
    [
      'a short password',
      organization('users: [ { name: Ada, email: a@b.co, password: hunter2 } ]'),
      'organizations[0].users[0].password: String must contain at least 8 character(s)',
    ],
    [
      'an unknown role',
      organization('users: [ { name: Ada, email: a@b.co, role: king } ]'),
      'organizations[0].users[0].role: Invalid value. Allowed values: owner, admin, member, viewer',
    ],
    ['no locations at all', 'locations: []', 'locations: Array must contain at least 1 element(s)'],
    [
      'a wrong slug',
      'locations: [ { slug: Fra, name: F, region: eu, country: G, countryCode: DE } ]',
      'locations[0].slug: must be lowercase letters, digits and dashes',
    ],
    [
      'a wrong country code',
      'locations: [ { slug: fra, name: F, region: eu, country: G, countryCode: de } ]',
      'locations[0].countryCode: must be two capital letters, such as DE',
    ],
  ]
  it.each(mistakes)('%s', (_case, text, message) => {
    expect(messageOf(text)).toBe(message)
  })

  const twice: [string, string, string][] = [
    [
      'two organizations of one name',
      'organizations: [ { name: Acme }, { name: ACME } ]',
      'organizations[1].name: is used twice',
    ],
    [
      'two organizations of one address',
      'organizations: [ { name: Acme Inc }, { name: "Acme, Inc." } ]',
      'organizations[1].name: has the same slug as organizations[0].name: acme-inc',
    ],
    [
      'two keys of one name',
      organization(`apiKeys: [ { name: a, scope: read, key: ${key} }, { name: A, scope: read, key: ${key}2 } ]`),
      'organizations[0].apiKeys[1].name: is used twice',
    ],
    [
      'one key twice',
      organization(`apiKeys: [ { name: a, scope: read, key: ${key} }, { name: b, scope: read, key: ${key} } ]`),
      'organizations[0].apiKeys[1].key: is used twice',
    ],
    [
      'one person twice',
      organization('users: [ { name: A, email: a@b.co }, { name: B, email: A@B.co } ]'),
      'organizations[0].users[1].email: is used twice',
    ],
    [
      'one location twice',
      'locations: [ { slug: fra, name: F, region: eu, country: G, countryCode: DE }, ' +
        '{ slug: fra, name: G, region: eu, country: G, countryCode: DE } ]',
      'locations[1].slug: is used twice',
    ],
  ]
  it.each(twice)('%s', (_case, text, message) => {
    expect(messageOf(text)).toBe(message)
  })

  it('several at once', () => {
    expect(messageOf('organizations: [ { plan: gold }, { name: B, x: 1 } ]')).toBe(
      'organizations[0].name: Required; organizations[0].plan: Invalid value. ' +
        'Allowed values: free, starter, pro, business, enterprise; organizations[1].x: unsupported field',
    )
  })
})

describe('a file that is not YAML', () => {
  it.each([
    ['an open bracket', 'organizations:\n  - name: Acme\n    users: [ a\nlocations: []\n', /line 4/],
    ['a wrong indent', 'organizations:\n  - name: Acme\n   plan: pro\n', /line 3/],
    ['a name twice', 'organizations: []\norganizations: []\n', /unique.*line 2/i],
    ['a tab', 'organizations:\n\t- name: Acme\n', /line 2/],
    ['two documents', 'organizations: []\n---\norganizations: []\n', /document/],
  ])('is refused with the line: %s', (_case, text, message) => {
    expect(messageOf(text)).toMatch(message)
  })

  it('is refused with its own text, without the values of variables', () => {
    expect(messageOf('organizations:\n  - { name: ${NAME}, plan: [ }\n', { NAME: 'hunter2' })).toContain(
      '{ name: ${NAME}, plan: [ }',
    )
  })

  it('or has exponential aliases, is refused', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[index]}`).join(', ')}]`),
    ]
    expect(() => read(bomb.join('\n'))).toThrow(/alias/i)
  })
})

describe('${VAR}', () => {
  it.each([
    ['as a whole value', named('${NAME}')],
    ['in double quotes', named('"${NAME}"')],
    ['in single quotes', named("'${NAME}'")],
    ['in a flow map', 'organizations: [ { name: ${NAME} } ]'],
    ['first in a flow map', 'organizations: [ {name: ${NAME}, plan: pro} ]'],
    ['in a block text', 'organizations:\n  - name: >-\n      ${NAME}\n'],
    [
      'through an anchor',
      'organizations:\n  - { name: &name "${NAME}", ' +
        'apiKeys: [ { name: *name, scope: read, key: lw_test_write_0123456789abcdef } ] }',
    ],
  ])('is filled in %s', (_case, text) => {
    expect(nameIn(text, { NAME: 'Acme' })).toBe('Acme')
  })

  it('is filled in anywhere in a text, several times', () => {
    expect(nameIn(named('The ${A} and ${B}, ${A}'), { A: 'one', B: 'two' })).toBe('The one and two, one')
  })

  it('keeps every character of its value and never changes the structure of the file', () => {
    for (const value of [
      'a: b',
      '"',
      "'",
      '# no comment',
      '[x',
      '{x: y}',
      '- x',
      '&a',
      '*a',
      '!tag',
      '$&',
      '${OTHER}',
      'back\\slash',
      '\u00e9\u{1f426}',
      'Acme, plan: free',
    ])
      for (const text of [named('x${NAME}'), named('"x${NAME}"'), 'organizations: [ { name: x${NAME} } ]'])
        expect(read(text, { NAME: value, OTHER: 'no' }).organizations).toEqual([
          expect.objectContaining({ name: `x${value}`, plan: 'enterprise' }),
        ])
  })

  it('can be a number or a boolean if not quoted', () => {
    expect(read(organization('limits: { monitors: ${N} }'), { N: '3' }).organizations[0]?.limits).toEqual({
      monitors: 3,
    })
    expect(read(organization('limits: { monitors: ${N:--1} }')).organizations[0]?.limits).toEqual({ monitors: -1 })
    const location = 'locations: [ { slug: fra, name: F, region: eu, country: G, countryCode: DE, embedded: ${E} } ]'
    expect(read(location, { E: 'true' }).locations?.[0]?.embedded).toBe(true)
    expect(nameIn(named('"${N}"'), { N: '3' })).toBe('3')
    expect(messageOf(named('${N}'), { N: '3' })).toBe('organizations[0].name: Expected string, received number')
  })

  it('has a default after :-', () => {
    expect(nameIn(named('${NAME:-Acme}'))).toBe('Acme')
    expect(nameIn(named('${NAME:-Acme}'), { NAME: 'Other' })).toBe('Other')
    expect(nameIn(named('"x${NAME:-}"'))).toBe('x')
    expect(nameIn(named('"x${NAME:-}"'), { NAME: '' })).toBe('x')
    expect(nameIn(named('${NAME:-two words: and more}'))).toBe('two words: and more')
  })

  it('that is not set is reported once', () => {
    expect(messageOf(named('${NAME} ${OTHER} ${NAME}'))).toBe(
      '${NAME}: the variable is not set; ${OTHER}: the variable is not set',
    )
  })

  it('in a comment is ignored', () => {
    expect(nameIn(`# \${NOBODY}\n${named('Acme # ${NOBODY}')}`)).toBe('Acme')
  })

  it.each(['$NAME', '${}', '${1A}', '${A-B}', '$ {NAME}'])('is not %s, which stays unchanged', (text) => {
    expect(nameIn(named(`'${text}'`), { NAME: 'no' })).toBe(text)
  })

  it('is not repeated in a message', () => {
    const message = messageOf(organization('apiKeys: [ { name: rw, scope: read, key: "${KEY}" } ]'), { KEY: 'hunter2' })
    expect(message).toBe('organizations[0].apiKeys[0].key: must be 16 to 200 visible ASCII characters')
  })
})

it('reads a file that contains the marker of variables', () => {
  const text = 'organizations: [{ name: "lapwing-variable-7-", apiKeys: [{ name: a, scope: read, key: "${KEY}" }] }]'
  const { organizations } = readProvision(text, () => 'a-key-of-sixteen-characters')
  expect(organizations[0]).toMatchObject({
    name: 'lapwing-variable-7-',
    apiKeys: [{ key: 'a-key-of-sixteen-characters' }],
  })
})
