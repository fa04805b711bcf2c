import { readFileSync, statSync } from 'node:fs'
import { NotIntact } from '../../bundle/read-archive.ts'
import { type VerifiedBundle, keyIdOf, publicKeyIn, verifyBundle } from '../../bundle/verify.ts'
import { defineCommand } from '../../command.ts'
import { CommandError } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { plainText } from '../../output/plain-text.ts'

const maxBytes = 128 * 1024 * 1024

export const command = defineCommand({
  description:
    'Needs no server. Exits with 1 if anything was changed, added, removed or reordered after it was signed, or if ' +
    '--key is given and another key signed it.',
  arguments: [{ name: 'FILE', help: 'A bundle, such as incident-42.zip' }],
  options: {
    key: { help: 'The key you expect: its id, a PEM file, or what GET /v1/signing-keys returned', value: 'KEY' },
  },
  example: 'verify incident-4711.zip --key keys.json',
  async run({ args, options, output }) {
    const [file = ''] = args
    const expected = options['key'] as string | undefined
    const bundle = intact(file)
    if (expected !== undefined && !expectedIds(expected).includes(bundle.key_id))
      throw new CommandError(
        `${file}: nothing was changed since it was signed, but not with ${expected}. Key ${bundle.key_id} signed it: ` +
          'do not trust it unless you know from elsewhere that this key belongs to the installation.',
      )
    const isKeyKnown = expected !== undefined
    output.show({ intact: true, key_known: isKeyKnown, ...bundle }, () => print(output, bundle, { file, isKeyKnown }))
  },
})

function intact(file: string): VerifiedBundle {
  try {
    return verifyBundle(read(file))
  } catch (error) {
    if (!(error instanceof NotIntact)) throw error
    throw new CommandError(`${file} is not intact: ${error.message}`)
  }
}

function read(path: string): Buffer {
  try {
    const { size } = statSync(path)
    if (size > maxBytes) throw new CommandError(`${path}: larger than 128 MB, so it is not a bundle.`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function expectedIds(key: string): string[] {
  if (/^[0-9a-f]{64}$/i.test(key)) return [key.toLowerCase()]
  const text = read(key).toString()
  const pems = text.includes('"public_key"')
    ? listedKeys(text)
    : (text.match(/-----BEGIN [^]*?-----END [^-]*-----/g) ?? [])
  try {
    if (pems.length > 0) return pems.map((pem) => keyIdOf(publicKeyIn(pem)))
  } catch (error) {
    if (!(error instanceof NotIntact)) throw error
  }
  throw new CommandError(
    `${key}: contains no Ed25519 public key. Give a PEM file or what GET /v1/signing-keys returned.`,
  )
}

function listedKeys(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data: { public_key: string }[] }
    return data.map(({ public_key: pem }) => pem)
  } catch {
    return []
  }
}

function print(
  output: Output,
  bundle: VerifiedBundle,
  { file, isKeyKnown }: { file: string; isKeyKnown: boolean },
): void {
  const { paint } = output
  const line = (label: string, value: string): void => output.print(`  ${label.padEnd(10)} ${plainText(value)}`)
  const point = (text: string): void => output.print(`  - ${plainText(text)}`)
  output.print(paint('green', `${plainText(file)} is intact.`))
  line('Incident', `#${bundle.incident}: ${bundle.message}`)
  line('Signed by', `${bundle.issuer} for ${bundle.organization.name}${isKeyKnown ? '' : ' (as it says itself)'}`)
  line('Key', bundle.key_id)
  line('State of', bundle.as_of)
  output.print(paint('bold', 'Proven'))
  point(`Nothing was changed, added, removed or reordered since this key signed it: ${bundle.files.length} files.`)
  point(`All events (${bundle.events}) form one chain, which ends with ${bundle.chain_head.slice(0, 16)}.`)
  if (isKeyKnown) point('The key is the one you gave.')
  output.print(paint('bold', 'Not proven'))
  if (!isKeyKnown)
    point(
      'Whose key it is: anyone can sign a bundle with a key of their own. Get the key from the operator in another ' +
        `way (${bundle.issuer}/v1/signing-keys, or by phone), and repeat with --key.`,
    )
  point('When it was signed. It holds what was known at the time above; a signature has no time.')
  point('That what the installation recorded is true: whoever runs it has the key.')
  if (!bundle.complete) point('That nothing else happened: there were more events or deliveries than a bundle holds.')
}
