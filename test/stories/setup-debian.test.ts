import { expect, it } from 'vitest'
// @ts-expect-error: set-up is JavaScript, because it runs before anything is installed.
import { aptGet } from '../../scripts/setup/debian.mjs'

/** What apt-get is asked to do if its installations end with these codes; throws if set-up gives up. */
async function requested(...codes: (number | undefined)[]): Promise<string[]> {
  const commands: string[] = []
  await aptGet(['bind9'], async (_program: string, args: string[]) => {
    const command = args.find((arg) => arg === 'update' || arg === 'install')!
    commands.push(command)
    return command === 'install' ? codes.shift() : 100
  })
  return commands
}

it('installs Debian packages, with new package lists once more if that fails', async () => {
  expect(await requested(0)).toEqual(['update', 'install'])
  expect(await requested(100, 0)).toEqual(['update', 'install', 'update', 'install'])
  await expect(requested(100, 100)).rejects.toThrow('apt-get ended with code 100')
})
