import { describe, expect, it } from 'vitest'
import { clientOfDocument, documentUrlProblem, readClientMetadata } from './client-metadata.ts'

const address = 'https://app.example.com/client.json'
const document = { client_id: address, client_name: 'App', redirect_uris: ['https://app.example.com/cb'] }

describe('the metadata document of a client', () => {
  it('describes a public client', () =>
    expect(clientOfDocument(address, JSON.stringify(document))).toMatchObject({
      id: address,
      name: 'App',
      kind: 'metadata_document',
      grantTypes: ['authorization_code'],
      scope: 'write',
      secretHash: null,
    }))

  it.each([
    ['names another address', { client_id: 'https://other.example.com/client.json' }, /client_id/],
    ['contains a secret', { client_secret: 'x' }, /client_secret/],
    ['wants to authenticate with a secret', { token_endpoint_auth_method: 'client_secret_post' }, /auth_method/],
    ['has a redirect that runs a script', { redirect_uris: ['javascript:alert(1)'] }, /redirect_uris\[0\]/],
    ['has no redirect', { redirect_uris: [] }, /redirect_uris/],
    ['has grants that it cannot have', { grant_types: ['client_credentials', 'password'] }, /grant_types/],
    ['has fields of other types', { redirect_uris: 'https://app.example.com/cb' }, /redirect_uris/],
  ])('is refused if it %s', (_case, change, message) =>
    expect(() => clientOfDocument(address, JSON.stringify({ ...document, ...change }))).toThrow(message),
  )

  it.each(['', 'null', '[', '"text"'])('is refused if it is %j', (text) =>
    expect(() => clientOfDocument(address, text)).toThrow(/metadata document is not|client_id/),
  )

  it.each([
    'http://app.example.com/client.json',
    'https://app.example.com',
    'https://app.example.com/',
    'https://user@app.example.com/client.json',
    'https://app.example.com/client.json#x',
    'https://app.example.com/a/../client.json',
    'https://APP.example.com/client.json',
    'https://',
  ])('is not at %s', (url) => expect(documentUrlProblem(url)).not.toBeNull())
})

describe('what a program says about itself', () => {
  const said = (more: object) => readClientMetadata({ redirect_uris: ['https://a.example/cb'], ...more })

  it('is a name that cannot hide anything, cut at 100 characters', () => {
    expect(said({ client_name: ' A\u202Epp\u0000\n  one ' }).name).toBe('App one')
    expect(said({ client_name: 'x'.repeat(500) }).name).toHaveLength(100)
    expect(said({ client_name: '\u200b' }).name).toBe('Unnamed program')
  })

  it('limits what it can ask for', () => {
    expect(said({ scope: 'read openid' }).scope).toBe('read')
    expect(said({ scope: 'write' }).scope).toBe('write')
    expect(said({ client_uri: 'javascript:alert(1)' }).uri).toBeNull()
  })
})
