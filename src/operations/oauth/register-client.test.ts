import { expect, it } from 'vitest'
import type { Services } from '../registry/services.ts'
import { serverMetadata } from './metadata.ts'
import { registerClient } from './register-client.ts'

it('is neither offered nor possible if the operator turned it off', async () => {
  const services = { clientRegistration: false } as Services
  await expect(registerClient(services, {}, '127.0.0.1')).rejects.toMatchObject({ code: 'not_found', status: 404 })
  expect(serverMetadata('https://lapwing.example.com', services)).not.toHaveProperty('registration_endpoint')
})
