import { describe, expect, it } from 'vitest'
import { checks } from '../../src/checks/index.ts'
import { documentOf, keyOf, writeDocument } from './document.ts'
import { labelTypes, monitorsOf, secretFields } from './labels.ts'
import { parse } from 'yaml'

const derive = () => [{ type: 'http', target: 'http://web.example/' }]
const read = (labels: Record<string, string>, all = false) =>
  monitorsOf({ place: 'container web', key: ['web'], name: 'web', labels, derive }, all)

describe('labels', () => {
  it.each([
    [{}, []],
    [{ 'traefik.enable': 'true' }, []],
    [{ 'lapwing.enable': 'true' }, [{ key: 'web', name: 'web', type: 'http', target: 'http://web.example/' }]],
    [{ 'lapwing.enable': 'False', 'lapwing.target': 'nonsense\n' }, []],
    [{ 'lapwing.interval': '5m' }, [{ key: 'web', interval: 300 }]],
    [{ 'lapwing.interval': '30' }, [{ key: 'web', interval: 30 }]],
    [{ 'lapwing.tags': 'team:shop, eu' }, [{ tags: ['team:shop', 'eu'] }]],
    [
      { 'lapwing.target': 'db.example:5432', 'lapwing.type': 'tcp', 'lapwing.groups': 'Night shift' },
      [{ key: 'web', type: 'tcp', target: 'db.example:5432', groups: ['Night shift'] }],
    ],
    [
      { 'lapwing.config.method': 'HEAD', 'lapwing.config.timeoutSeconds': '5', 'lapwing.config.list': '["a",2]' },
      [{ config: { method: 'HEAD', timeoutSeconds: 5, list: ['a', 2] } }],
    ],
    [
      {
        'lapwing.shop.target': 'https://a.example/',
        'lapwing.api.target': 'https://b.example/',
        'lapwing.api.name': 'API',
      },
      [
        { key: 'web.api', name: 'API', target: 'https://b.example/' },
        { key: 'web.shop', name: 'web shop', target: 'https://a.example/' },
      ],
    ],
  ])('%j', (labels, monitors) => {
    expect(read(labels as Record<string, string>)).toMatchObject({ monitors, mistakes: [] })
    expect(read(labels as Record<string, string>).monitors).toHaveLength(monitors.length)
  })

  it.each([
    ['lapwing.enable', 'yes', 'must be true or false'],
    ['lapwing.name', 'x'.repeat(51), '1 to 50 characters'],
    ['lapwing.name', 'two\nlines', 'one line'],
    ['lapwing.name', 'a\u001b[2Jb', 'one line'],
    ['lapwing.type', 'playwright', 'must be one of http, tcp'],
    ['lapwing.type', 'tcp', 'lapwing.target: is required for the type tcp'],
    ['lapwing.target', 'https://u:secret@a.example/', 'user name or password'],
    ['lapwing.path', 'health', 'must begin with /'],
    ['lapwing.interval', '0', '1 to 86400 seconds'],
    ['lapwing.interval', 'often', 'must be a duration'],
    ['lapwing.tags', 'Shop', '32 of a-z'],
    ['lapwing.intervall', '60', 'Did you mean interval?'],
    ['lapwing.a.b.c', '1', 'must be lapwing.FIELD'],
    ['lapwing.config', '1', 'must be lapwing.FIELD'],
    ['lapwing.__proto__.target', 'https://a.example/', 'must be a-z, 0-9 and -'],
    ['lapwing.__proto__', 'x', 'there is no such field'],
    ['lapwing.config.__proto__', '1', 'name of a config field'],
    ['lapwing.config.bearerToken', 'x', 'must not be in a label'],
    ['lapwing.config.resolver', '{"env":"HOME"}', 'must be a text'],
    ['lapwing.config.resolver', '[{"variable":"TOKEN"}]', 'must be a text'],
    ['lapwing.config.resolver', 'x'.repeat(5000), 'at most 4096 characters'],
  ])('names the mistake in %s=%j', (label, value, message) => {
    const { monitors, mistakes } = read({ [label]: value })
    expect(monitors).toEqual([])
    expect(mistakes).toEqual([expect.stringMatching(/^container web: lapwing\./)])
    expect(mistakes[0]).toContain(message)
  })

  it('are limited in number', () => {
    const labels = Object.fromEntries(
      Array.from({ length: 101 }, (_, n) => [`lapwing.m${n}.target`, 'https://a.example/']),
    )
    expect(read(labels)).toEqual({ monitors: [], mistakes: ['container web: lapwing.*: must be at most 100 labels'] })
  })

  it('can use only types without scripts and variables, and none of their secrets', () => {
    const types = checks.filter(({ type }) => (labelTypes as readonly string[]).includes(type))
    expect(types).toHaveLength(labelTypes.length)
    expect(types.filter(({ usesVariables, needsBrowser }) => usesVariables || needsBrowser({}))).toEqual([])
    expect(new Set(types.flatMap(({ secrets }) => secrets))).toEqual(new Set(secretFields))
  })
})

describe('a document', () => {
  const defaults = { source: 'discovery/docker', intervalSeconds: 60, locations: ['fra'], tags: ['eu'], groups: [] }
  const monitor = (key: string, rest = {}) => ({ key, name: key, type: 'http', target: 'https://a.example/', ...rest })
  const write = (...monitors: ReturnType<typeof monitor>[]) => {
    const document = documentOf({ monitors, mistakes: [] }, defaults)
    return { ...document, text: writeDocument(document, defaults.source) }
  }

  it('is the same in whatever order things are found', () => {
    const [a, b] = [monitor('a'), monitor('b', { tags: ['x'] })]
    expect(write(a, b, a).text).toBe(write(b, a).text)
    expect(parse(write(b, a).text)).toEqual({
      version: 1,
      source: 'discovery/docker',
      monitors: [
        {
          key: 'docker.a',
          name: 'a',
          type: 'http',
          target: 'https://a.example/',
          interval: 60,
          locations: ['fra'],
          tags: ['eu'],
        },
        {
          key: 'docker.b',
          name: 'b',
          type: 'http',
          target: 'https://a.example/',
          interval: 60,
          locations: ['fra'],
          tags: ['x', 'eu'],
        },
      ],
    })
    expect(parse(write().text)).toEqual({ version: 1, source: 'discovery/docker', monitors: [] })
  })

  it('names different monitors with one key, and leaves both out', () => {
    const { monitors, mistakes } = write(monitor('a'), monitor('a', { target: 'https://b.example/' }), monitor('c'))
    expect(monitors.map(({ key }) => key)).toEqual(['docker.c'])
    expect(mistakes).toEqual([expect.stringContaining('docker.a: 2 different monitors')])
  })

  it.each([
    'x"\n  - key: evil\n    name: evil',
    '${HOME} {env: HOME} &a *a !!js/function "',
    '\u001b[2J\u202egnp.exe\u2028\0\ud800',
    '# no comment: [',
  ])('holds the text %j as a text', (text) => {
    const { text: written, monitors } = write(monitor('a', { name: text, description: text, target: text }))
    expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/)
    expect(parse(written).monitors).toEqual(JSON.parse(JSON.stringify(monitors)))
    expect(parse(written).monitors).toMatchObject([{ key: 'docker.a', target: text }])
  })

  it('has keys that differ where the texts do', () => {
    const texts = ['a/b', 'a-b', 'A/b', 'a?b', 'a b', 'a/b/', 'ä', '']
    expect(new Set(texts.map(keyOf)).size).toBe(texts.length)
    expect(keyOf('shop.web-1')).toBe('shop.web-1')
    const long = write(monitor(`${'x'.repeat(200)}1`), monitor(`${'x'.repeat(200)}2`))
    expect(long.monitors.map(({ key }) => key.length)).toEqual([100, 100])
  })
})
