import { beforeEach, describe, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { newId } from '../../domain/id.ts'
import type { Store } from '../database/database.ts'
import { claimKey, dropStoredResponses, saveResponse } from './idempotency.ts'

const now = new Date('2026-03-01T12:00:00Z')
const dayBefore = new Date('2026-02-28T12:00:00Z')
const shared = sharedStore()
let credentialId = ''
const request = (text = 'POST /notes') => ({ credentialId, key: 'a key', fingerprint: Buffer.from(text) })
const answer = { status: 201, body: '{"object":"note"}' }

const claim = (store: Store, requested = request(), since = dayBefore) =>
  store.transaction((tx) => claimKey(tx, requested, since))

async function answered(store: Store, kept: { status: number; body: string | null } = answer): Promise<void> {
  await store.transaction(async (tx) => {
    expect(await claimKey(tx, request(), dayBefore)).toBe('first')
    await saveResponse(tx, request(), kept, now)
  })
}

beforeEach(() => {
  credentialId = newId(now)
})

describe('a key', () => {
  it('is new until a request with it completes, and then returns its response', async () => {
    const store = shared()
    expect(await claim(store)).toBe('first')
    await answered(store)
    expect(await claim(store)).toEqual(answer)
  })

  it('may belong to a response without a body', async () => {
    const store = shared()
    await answered(store, { status: 204, body: null })
    expect(await claim(store)).toEqual({ status: 204, body: null })
  })

  it('belongs to the request it was first used for', async () => {
    const store = shared()
    await answered(store)
    expect(await claim(store, request('POST /others'))).toBe('other request')
  })

  it('belongs to one credential', async () => {
    const store = shared()
    await answered(store)
    expect(await claim(store, { ...request(), credentialId: newId(now) })).toBe('first')
  })

  it('is busy while another transaction holds it, whatever the request', async () => {
    const store = shared()
    await store.transaction(async (tx) => {
      expect(await claimKey(tx, request(), dayBefore)).toBe('first')
      expect(await claim(store)).toBe('busy')
      expect(await claim(store, request('POST /others'))).toBe('busy')
      expect(await claim(store, { ...request(), key: 'another key' })).toBe('first')
    })
    expect(await claim(store)).toBe('first')
  })

  it('is free again when the transaction that held it fails', async () => {
    const store = shared()
    const failed = store.transaction(async (tx) => {
      await claimKey(tx, request(), dayBefore)
      await saveResponse(tx, request(), answer, now)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await claim(store, request('POST /others'))).toBe('first')
  })

  it('is new again when its response expired, and then belongs to the new request', async () => {
    const store = shared()
    await answered(store)
    const other = request('POST /others')
    await store.transaction(async (tx) => {
      expect(await claimKey(tx, other, now)).toBe('first')
      await saveResponse(tx, other, { status: 200, body: '{}' }, new Date(now.getTime() + 1))
    })
    expect(await claim(store, other, now)).toEqual({ status: 200, body: '{}' })
  })

  it('is deleted with its expired response', async () => {
    const store = shared()
    await answered(store)
    expect(await dropStoredResponses(store, dayBefore)).toBe(0)
    expect(await dropStoredResponses(store, now)).toBeGreaterThanOrEqual(1)
    expect(await claim(store)).toBe('first')
  })
})
