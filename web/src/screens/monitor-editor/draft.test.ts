import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Location, Monitor, MonitorType } from '../../api-types.ts'
import { fieldKeys } from '../../parts/vocabulary/monitor-fields.ts'
import {
  type MonitorDraft,
  bodyOf,
  changesOf,
  copyOf,
  countChanges,
  emptyDraft,
  missingBrowser,
  readDraft,
  withTarget,
  withType,
} from './draft.ts'

const draft = { ...emptyDraft, type: 'http', name: 'Shop', target: 'https://example.com', locations: ['a'] }

it('only what is probed has a target, locations and a strategy', () => {
  const parallel: MonitorDraft = { ...draft, schedulingStrategy: 'parallel' }
  expect(bodyOf(parallel, false)).toEqual({ name: 'Shop', type: 'http', interval: 60 })
  expect(bodyOf(parallel, true)).toMatchObject({ locations: ['a'], schedulingStrategy: 'parallel' })
})

it('what is the default anyway is not sent', () => {
  expect(Object.keys(bodyOf(draft, true))).toEqual(['name', 'type', 'target', 'interval', 'locations'])
})

it('only what differs is sent, and a setting that was taken away is cleared', () => {
  const before = { ...draft, config: { method: 'POST', timeoutSeconds: 5 } }
  const after = { ...before, name: 'Store', config: { timeoutSeconds: 9 } }
  const changes = changesOf(after, before)
  expect(changes).toEqual({ name: 'Store', config: { method: null, timeoutSeconds: 9 } })
  expect(countChanges(changes)).toBe(3)
  expect(changesOf(before, before)).toEqual({})
})

it('a draft with every field set survives being written as text and read again', () => {
  const full: MonitorDraft = {
    ...draft,
    description: 'Sells things',
    interval: 30,
    schedulingStrategy: 'random',
    tags: ['team:shop'],
    shadow: true,
    dependsOn: { monitors: ['b'], tags: ['tier:gateway'], vendors: ['cloudflare'] },
    config: { method: 'POST' },
    alertRules: [{ name: 'Slow' }],
  }
  expect(fieldKeys.filter((key) => isDeepStrictEqual(full[key], emptyDraft[key]))).toEqual([])
  expect(readDraft(bodyOf(full, true), emptyDraft)).toEqual(full)
})

it('a key that is taken out of the text has its default again, or its value if it is required', () => {
  const { name, description } = readDraft({ type: 'http' }, { ...draft, description: 'Sells things' })
  expect({ name, description }).toEqual({ name: 'Shop', description: null })
})

it('text that is no monitor says what is wrong with it', () => {
  expect(() => readDraft([], draft)).toThrow('a monitor must be a map')
  expect(() => readDraft({ tagz: [] }, draft)).toThrow('tagz is not a setting')
  expect(() => readDraft({ tags: 'shop' }, draft)).toThrow('tags must be a list of texts')
  expect(() => readDraft({ interval: '60' }, draft)).toThrow('interval must be a number')
  expect(() => readDraft({ shadow: 'yes' }, draft)).toThrow('shadow must be true or false')
  expect(() => readDraft({ dependsOn: { hosts: [] } }, draft)).toThrow('hosts is not a setting of dependencies')
})

it('a copy has no secrets, and keeps the masks inside lists to be replaced', () => {
  const steps = [{ name: 'Log in', url: '/login', requestBody: '[redacted]' }]
  const config = { steps, bearerToken: '[redacted]' }
  const fields = [
    { key: 'steps', secret: false },
    { key: 'bearerToken', secret: true },
  ]
  const type = { type: 'api', config: fields } as unknown as MonitorType
  expect(copyOf({ type: 'api', name: 'Shop', config } as unknown as Monitor, type).config).toEqual({ steps })
})

it('steps with a masked part are sent as a whole when another part of them changes', () => {
  const steps = [{ name: 'Log in', url: '/login', requestBody: '[redacted]' }]
  const before = { ...draft, config: { steps } }
  const changed = [{ ...steps[0], url: '/signin' }]
  expect(changesOf({ ...before, config: { steps: changed } }, before)).toEqual({ config: { steps: changed } })
})

describe('the proposed name', () => {
  const type = { type: 'http', config: [], min_interval_seconds: 1 } as unknown as MonitorType
  const address = 'https://www.example.com/cart/'

  it('is that of the address, whichever comes first', () => {
    const typeFirst = withType(emptyDraft, type)
    expect({ ...typeFirst, ...withTarget(typeFirst, address) }).toMatchObject({ name: 'example.com/cart' })
    const addressFirst = { ...emptyDraft, ...withTarget(emptyDraft, address) }
    expect(withType(addressFirst, type)).toMatchObject({ name: 'example.com/cart' })
    expect(withType(emptyDraft, type, { target: 'x', name: 'Scheduled job' })).toMatchObject({ name: 'Scheduled job' })
  })

  it('follows the address until somebody writes another one', () => {
    const typed = { ...emptyDraft, ...withTarget(emptyDraft, 'exam') }
    expect(withTarget(typed, 'example.com')).toEqual({ target: 'example.com', name: 'example.com' })
    expect(withTarget({ ...typed, name: 'Shop' }, 'example.com')).toEqual({ target: 'example.com' })
    expect(withType({ ...typed, name: 'Shop' }, type)).toMatchObject({ name: 'Shop' })
  })
})

it('says what is missing if no chosen location has a browser', () => {
  const type = { needs_browser: true } as MonitorType
  const at = (id: string, browser_missing: string | null, status = 'live'): Location =>
    ({ id, status, browser: browser_missing === null, browser_missing }) as Location
  const here = { ...emptyDraft, locations: ['a', 'b'] }
  expect(missingBrowser(type, [at('a', 'Chromium is missing')], here)).toBe('Chromium is missing')
  expect(missingBrowser(type, [at('a', 'Chromium is missing'), at('b', null)], here)).toBeNull()
  expect(missingBrowser(type, [at('a', 'x'), at('c', null)], here)).toBe('x')
  expect(missingBrowser(type, [at('a', 'x', 'silent')], here)).toBeNull()
  expect(missingBrowser({ ...type, needs_browser: false }, [at('a', 'x')], here)).toBeNull()
})
