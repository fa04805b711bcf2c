import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../kit/lapwing.ts'

const app = sharedLapwing()

describe('GET /me', () => {
  it('answers the key identity and the organization', async () => {
    const { status, body } = await app().get('/me', { key: keys.read })
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'me', credential: { type: 'api_key', name: 'ro', scope: 'read' }, organization: { name: 'Acme' } })
  })

  it('never answers the key itself', async () => {
    const { text } = await app().get('/me')
    expect(text).not.toContain(keys.write)
  })
})
