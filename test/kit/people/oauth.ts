// Programs that ask for access, with oauth4webapi as their client, and people who allow it.
import * as oauth from 'oauth4webapi'
import { expect } from 'vitest'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import type { Person } from './signed-in.ts'

export const insecure = { [oauth.allowInsecureRequests]: true }
export const redirectUri = 'http://127.0.0.1:51234/callback'
export const commandLine: oauth.Client = { client_id: 'lapwing-cli' }

export async function discover({ origin }: TestLapwing): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  return oauth.processDiscoveryResponse(issuer, response)
}

export interface Asking {
  readonly client?: oauth.Client
  readonly redirectUri?: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** Where a browser is sent that opens the authorization endpoint with these parameters. */
export async function openAuthorize(
  { origin }: TestLapwing,
  parameters: Readonly<Record<string, string>> | URLSearchParams | string,
): Promise<Response> {
  const query = new URLSearchParams(parameters)
  return fetch(`${origin}/oauth/authorize?${query}`, { redirect: 'manual', headers: { accept: 'text/html' } })
}

/** A request for access up to the consent screen. */
export async function askForAccess(app: TestLapwing, { client = commandLine, ...asking }: Asking = {}) {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const response = await openAuthorize(app, {
    client_id: client.client_id,
    redirect_uri: asking.redirectUri ?? redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'read write offline_access',
    state,
    ...asking.parameters,
  })
  const location = response.headers.get('location')!
  const id = new URL(location).searchParams.get('request')!
  return { client, redirectUri: asking.redirectUri ?? redirectUri, verifier, state, location, id }
}

export type AccessRequest = Awaited<ReturnType<typeof askForAccess>>

/** What the person decides on the consent screen; returns the address that the browser goes to. */
export async function decide(person: Person, id: string, choice: object = {}): Promise<URL> {
  const { body: request } = await person.ask('GET', `/dashboard/oauth/requests/${id}`)
  const body = { allow: true, scope: 'write', organizationId: request.organizations[0].id, ...choice }
  const answer = await person.ask('POST', `/dashboard/oauth/requests/${id}/decision`, { body })
  expect(answer.status, answer.text).toBe(200)
  return new URL(answer.body.redirect_to)
}

/** Exchanges the code of a redirect, and checks the response as a program would. */
export async function exchange(
  app: TestLapwing,
  requested: AccessRequest,
  address: URL,
  auth: oauth.ClientAuth = oauth.None(),
): Promise<oauth.TokenEndpointResponse> {
  const server = await discover(app)
  const { client, state, verifier } = requested
  const parameters = oauth.validateAuthResponse(server, client, address, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    parameters,
    requested.redirectUri,
    verifier,
    insecure,
  )
  return oauth.processAuthorizationCodeResponse(server, client, response)
}

/** The whole way: a person allows a program to act, and it gets its tokens. */
export async function connect(
  app: TestLapwing,
  person: Person,
  { choice, ...asking }: Asking & { readonly choice?: object } = {},
): Promise<oauth.TokenEndpointResponse> {
  const requested = await askForAccess(app, asking)
  return exchange(app, requested, await decide(person, requested.id, choice))
}

export interface FormAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

export async function postForm(
  { origin }: TestLapwing,
  path: string,
  form: Readonly<Record<string, string>> | string,
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export const refresh = (app: TestLapwing, token: string, more: Record<string, string> = {}): Promise<FormAnswer> =>
  postForm(app, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: 'lapwing-cli',
    refresh_token: token,
    ...more,
  })
