import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keys } from '../kit/lapwing/lapwing.ts'
import { connect } from '../kit/people/oauth.ts'
import { signedIn } from '../kit/people/signed-in.ts'
import { expectAccessible, hasBrowser, lapwingWithDashboard, open } from '../kit/browser/browser.ts'

const password = 'correct horse battery staple'
const provision = `
organizations:
  - name: Acme
    apiKeys: [ { name: test, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner, password: ${password} } ]
  - { name: Beta, users: [ { name: Ada, email: ada@example.com, role: viewer } ] }
`

describe.skipIf(!hasBrowser)('programs', () => {
  const app = lapwingWithDashboard({ provision })
  /** The program's own server, to which the browser returns. */
  const program = createServer((_request, response) => response.end('You can close this page.'))
  let callback = ''

  beforeAll(async () => {
    await once(program.listen(0, '127.0.0.1'), 'listening')
    callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
  })
  afterAll(() => program.close())

  /** An MCP client that keeps in memory what it gets. */
  function assistant(query = '') {
    const kept: Record<string, any> = {}
    const provider: OAuthClientProvider = {
      redirectUrl: callback,
      clientMetadata: {
        client_name: 'Helper <b>bot</b>',
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
      },
      clientInformation: () => kept['client'],
      saveClientInformation: (client) => void (kept['client'] = client),
      tokens: () => kept['tokens'],
      saveTokens: (tokens) => void (kept['tokens'] = tokens),
      redirectToAuthorization: (url) => void (kept['url'] = url.href),
      saveCodeVerifier: (verifier) => void (kept['verifier'] = verifier),
      codeVerifier: () => kept['verifier'],
    }
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${app().origin}/mcp${query}`), { authProvider: provider })
    const client = new Client({ name: 'helper', version: '1.0.0' })
    return { kept, transport, client }
  }

  it('lets an MCP client in after its user signed in and allowed it to read, until they revoke it', async () => {
    const { kept, transport, client } = assistant('?scope=write')
    const first = transport()
    await expect(client.connect(first)).rejects.toThrow(UnauthorizedError)

    const page = await open(app(), kept['url'], { role: null })
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Allow Helper <b>bot</b> to use Lapwing?' }).waitFor()
    await page.getByText('Any program on your computer can claim this name.').waitFor()
    await page.getByText(new URL(callback).host).waitFor()
    await page.getByText('Ada (ada@example.com)').waitFor()
    // The address asked for it, so it is preselected, and the user can narrow it.
    await page.getByRole('radio', { name: 'Read and change', checked: true }).waitFor()
    await expectAccessible(page)
    // A viewer has nothing to give but reading.
    await page.getByLabel('Organization').selectOption('Beta')
    await expect.poll(() => page.getByRole('radio').count()).toBe(1)
    await page.getByLabel('Organization').selectOption('Acme')
    await page.getByRole('radio', { name: 'Read only' }).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${callback}?**`)

    await first.finishAuth(new URL(page.url()).searchParams.get('code')!)
    expect(kept['tokens'].scope).toBe('read')
    await client.connect(transport())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('status_overview')
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
    await client.close()

    await page.goto(`${app().origin}/settings/apps`)
    await page.getByText('Helper <b>bot</b>').waitFor()
    await expect
      .poll(() => page.getByLabel('Address of the MCP server', { exact: true }).inputValue())
      .toBe(`${app().origin}/mcp`)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Revoke Helper <b>bot</b>' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No connected apps').waitFor()
    const { status } = await fetch(`${app().origin}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kept['tokens'].access_token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(status).toBe(401)
  })

  it('tells a program that its user cancelled, and a user that a request is over', async () => {
    const verifier = 'v'.repeat(43)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'lapwing-cli',
      redirect_uri: callback,
      scope: 'read',
      state: 'x',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const page = await open(app(), `/oauth/authorize?${query}`, { language: 'de' })
    await page.getByRole('heading', { name: 'Lapwing command line erlauben, Lapwing zu benutzen?' }).waitFor()
    const consent = page.url()
    const { headers } = await fetch(consent, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await page.getByRole('button', { name: 'Abbrechen' }).click()
    await page.waitForURL(`${callback}?**`)
    const answer = Object.fromEntries(new URL(page.url()).searchParams)
    expect(answer).toMatchObject({ error: 'access_denied', state: 'x', iss: app().origin })
    await page.goto(consent)
    await page.getByRole('heading', { name: 'Diese Anfrage ist nicht mehr gültig' }).waitFor()
    await expectAccessible(page)
  })

  it('connects a device whose code is typed, not one that nobody shows', async () => {
    const post = async (path: string, form: Record<string, string>): Promise<any> => {
      const body = new URLSearchParams({ client_id: 'lapwing-cli', ...form })
      return (await fetch(`${app().origin}${path}`, { method: 'POST', body })).json()
    }
    const device = await post('/oauth/device_authorization', { scope: 'read write' })
    const page = await open(app(), '/oauth/device')
    await page.getByLabel('Code').fill('zzzz-zzzz')
    await page.keyboard.press('Enter')
    await page.getByText('There is no such code, or it has expired.').waitFor()
    await expectAccessible(page)
    await page.goto(device.verification_uri_complete)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(`it shows the code ${device.user_code}`).waitFor()
    await page.getByText('127.0.0.1').waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Lapwing command line can use Lapwing now.').waitFor()
    await expectAccessible(page)
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device.device_code }
    const { access_token: key } = await post('/oauth/token', grant)
    expect((await app().get('/me', { key })).body.credential.scope).toBe('write')
  })

  it('shows the secret of a service account once', async () => {
    const page = await open(app(), '/settings/apps')
    await page.getByRole('button', { name: 'New app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nightly report')
    await dialog.getByLabel('Redirect addresses').fill('http://elsewhere.example/callback')
    await dialog.getByRole('button', { name: 'Create app' }).click()
    await dialog.locator('[aria-invalid]').waitFor()
    await dialog.getByLabel('What is it?').selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Create app' }).click()
    const clientId = await page.getByLabel('Client ID').inputValue()
    const secret = await page.getByLabel('Client secret').inputValue()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have copied the secret' }).click()
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    })
    const token: any = await (await fetch(`${app().origin}/oauth/token`, { method: 'POST', body })).json()
    expect((await app().get('/me', { key: token.access_token })).status).toBe(200)
    await page.getByRole('button', { name: 'Delete Nightly report' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No apps of your own').waitFor()
    expect((await app().get('/me', { key: token.access_token })).status).toBe(401)
  })

  it('disconnects apps when the password changes, unless they are kept, and when someone signs out everywhere', async () => {
    const person = await signedIn(app())
    const [first, second] = [await connect(app(), person), await connect(app(), person)]
    const statusOf = async (key: string): Promise<number> => (await app().get('/me', { key })).status
    const page = await open(app(), '/settings/me/security')
    const change = async (current: string, next: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password').fill(next)
      await page.getByRole('button', { name: 'Change password' }).click()
    }
    const question = page.getByLabel('Keep connected apps?')
    await question.waitFor()
    expect(await question.inputValue()).toBe('no')
    await expectAccessible(page)
    await question.selectOption('Yes')
    await change(password, 'a quite different one')
    await page.getByText('signed out on all other devices.').waitFor()
    expect(await statusOf(first.access_token)).toBe(200)
    expect(await question.inputValue()).toBe('no')
    await change('a quite different one', password)
    await page.getByText('and your apps are disconnected.').waitFor()
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([401, 401])

    const third = await connect(app(), await signedIn(app()))
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('all connected apps are disconnected').waitFor()
    expect(await statusOf(third.access_token)).toBe(200)
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await statusOf(third.access_token)).toBe(401)
  })
})
