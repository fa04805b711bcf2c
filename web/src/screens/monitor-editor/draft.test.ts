import { expect, it } from 'vitest'
import type { Monitor, MonitorType } from '../../api-types.ts'
import { bodyOf, changesOf, copyOf, countChanges, emptyDraft, readDraft } from './draft.ts'

const http = { type: 'http', requires_locations: true, config: [] } as unknown as MonitorType
const heartbeat = { type: 'heartbeat', requires_locations: false, config: [] } as unknown as MonitorType
const draft = { ...emptyDraft, type: 'http', name: 'Shop', target: 'https://example.com', locations: ['a'] }

it('what is not probed has neither locations nor a strategy', () => {
  expect(bodyOf({ ...draft, target: '' }, heartbeat)).toEqual({
    name: 'Shop',
    type: 'heartbeat',
    interval: 60,
    tags: [],
    config: {},
  })
  expect(bodyOf(draft, http)).toMatchObject({ locations: ['a'], schedulingStrategy: 'roundrobin' })
})

it('only what differs is sent, and a setting that was taken away is cleared', () => {
  const before = { ...draft, config: { method: 'POST', timeoutSeconds: 5 } }
  const after = { ...before, name: 'Store', config: { timeoutSeconds: 9 } }
  const changes = changesOf(after, before)
  expect(changes).toEqual({ name: 'Store', config: { method: null, timeoutSeconds: 9 } })
  expect(countChanges(changes)).toBe(3)
  expect(changesOf(before, before)).toEqual({})
})

it('a draft survives being written as text and read again', () => {
  expect(readDraft(bodyOf(draft, http), emptyDraft)).toEqual(draft)
})

it('text that is no monitor says what is wrong with it', () => {
  expect(() => readDraft([], draft)).toThrow('a map of settings')
  expect(() => readDraft({ tagz: [] }, draft)).toThrow('tagz is not a setting')
  expect(() => readDraft({ tags: 'shop' }, draft)).toThrow('tags must be a list of texts')
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
