import { createClient } from '../../sdk/src/client.ts'
import { defineCommand } from '../command.ts'
import { parseUrl } from '../connection.ts'
import { openCredentials } from '../login/credentials.ts'
import { authorizeDevice, waitForLogin } from '../login/oauth.ts'
import { plainText } from '../output/plain-text.ts'

export const command = defineCommand({
  description: 'Prints an address and a code, and waits until you have allowed it in a browser on any device.',
  arguments: [{ name: 'url', help: 'Where Lapwing is, instead of LAPWING_URL', isOptional: true }],
  example: 'login https://monitoring.example.com',
  async run({ args: [text], url: usual, output, signal }) {
    const url = text === undefined ? usual() : parseUrl(text)
    const device = await authorizeDevice(url, signal)
    const address = plainText(device.verification_uri_complete ?? device.verification_uri)
    // Not on stdout: a script that pipes the result still has to show it to a person.
    process.stderr.write(`Open ${address}\nand compare or enter the code ${plainText(device.user_code)}\n`)
    output.progress('Waiting for you to allow it …')
    const login = await waitForLogin(url, device, signal)
    const credentials = openCredentials(process.env)
    await credentials.alone(async () => credentials.save(url, login))
    const me = await createClient({ url, token: login.access_token }).get('/me', { signal })
    output.show({ url, organization: me.organization, user: me.user }, () => {
      const who = me.user ? `${me.user.name}, ` : ''
      output.print(`Logged in to ${url} as ${plainText(`${who}${me.organization.name}`)}.`)
    })
  },
})
