import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { originOf } from './admit.ts'

it('cuts user agents to 500 characters, because they are stored', async () => {
  const app = fastify()
  app.get('/', (request) => originOf(request, null))
  const { userAgent } = (await app.inject({ url: '/', headers: { 'user-agent': 'x'.repeat(600) } })).json()
  expect(userAgent).toBe('x'.repeat(500))
})

it('describes a request without these headers', async () => {
  const app = fastify()
  app.get('/', (request) => originOf(request, 'token'))
  const origin = (
    await app.inject({ url: '/', headers: { host: 'status.example.com', 'user-agent': undefined } })
  ).json()
  expect(origin).toMatchObject({ secondFactor: 'token', host: 'status.example.com', prefer: null })
})
