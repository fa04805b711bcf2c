// The device authorization endpoint (RFC 8628).
import { deviceGrant, summaryOf } from '../../domain/oauth/client.ts'
import { OAuthError } from '../../domain/oauth/oauth-error.ts'
import { lifetimesMs, newSecret, newUserCode } from '../../domain/oauth/secrets.ts'
import { addDeviceRequest } from '../../store/oauth/device-codes.ts'
import type { Services } from '../registry/services.ts'
import { type OAuthForm, authenticateClient } from './authenticate-client.ts'
import { findClient } from './find-client.ts'
import { requestedScopes, namedResource } from './read-access.ts'

const intervalSeconds = 5

export async function authorizeDevice(services: Services, form: OAuthForm): Promise<object> {
  const { id } = await authenticateClient(services, form)
  const client = await findClient(services, id)
  if (!client.grantTypes.includes(deviceGrant))
    throw new OAuthError('unauthorized_client', 'This client may not use device codes')
  const { store, clock, origin } = services
  const now = clock.now()
  const { text, hash } = newSecret('device')
  const draft = {
    client: summaryOf(client),
    scopes: requestedScopes(client, form.parameters),
    resource: namedResource(form.parameters, origin()) ?? 'api',
    ip: form.ip,
    hash,
    intervalSeconds,
    expiresAt: new Date(now.getTime() + lifetimesMs.deviceCode),
  }
  let userCode = newUserCode()
  while (!(await addDeviceRequest(store, { ...draft, userCode }, now))) userCode = newUserCode()
  const verificationUri = `${origin()}/oauth/device`
  return {
    device_code: text,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
    expires_in: lifetimesMs.deviceCode / 1000,
    interval: intervalSeconds,
  }
}
