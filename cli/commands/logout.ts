import { defineCommand } from '../command.ts'
import { CommandError } from '../exit-codes.ts'
import { openCredentials } from '../login/credentials.ts'
import { revokeLogin } from '../login/oauth.ts'

export const command = defineCommand({
  description: 'Revokes the login at the server, and deletes its tokens from this machine.',
  example: 'logout',
  async run({ url, output }) {
    const credentials = openCredentials(process.env)
    const login = credentials.loginAt(url())
    if (!login) throw new CommandError(`You are not logged in to ${url()}.`)
    await credentials.alone(async () => credentials.remove(url()))
    const isRevoked = await revokeLogin(url(), login.refresh_token ?? login.access_token).then(
      () => true,
      () => false,
    )
    if (!isRevoked) output.warn(`Could not revoke the login at ${url()}. Revoke it there, under connected apps.`)
    output.show({ url: url(), revoked: isRevoked }, () => output.print(`Logged out of ${url()}.`))
  },
})
