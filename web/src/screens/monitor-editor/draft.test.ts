import { expect, it } from 'vitest'
import type { MonitorType } from '../../../../sdk/api.ts'
import { bodyOf, changesOf, countChanges, emptyDraft, readDraft } from './draft.ts'

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
