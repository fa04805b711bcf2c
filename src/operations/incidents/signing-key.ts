// The key that signs bundles: created when it is first needed, and listed for verifiers.
import { z } from 'zod'
import { type SigningKey, newSigningKey, signingKeyContext } from '../../domain/incident-bundle/signing-key.ts'
import { type Vault, openReadable } from '../../domain/vault.ts'
import { lockInstallation } from '../../store/accounts/installation.ts'
import { currentSealedKey, listSigningKeys, replaceSigningKey } from '../../store/accounts/signing-keys.ts'
import type { Database } from '../../store/database/database.ts'
import { defineOperation, ok } from '../registry/define.ts'

/** A key that nobody can decrypt any more is replaced. */
export async function currentSigningKey(db: Database, vault: Vault, now: Date): Promise<SigningKey> {
  return (await readableKey(db, vault)) ?? replaceKey(db, { vault, now, unlessReadable: true })
}

/** Retires the current key, which verifies what it signed for as long as anyone has the public half. */
export const rotateSigningKey = (db: Database, vault: Vault, now: Date): Promise<SigningKey> =>
  replaceKey(db, { vault, now, unlessReadable: false })

async function readableKey(db: Database, vault: Vault): Promise<SigningKey | undefined> {
  const sealed = await currentSealedKey(db)
  const privateKey = sealed && openReadable(vault, sealed.secrets, signingKeyContext(sealed.id))
  return privateKey ? { id: sealed.id, publicKey: sealed.publicKey, privateKey } : undefined
}

interface Replacement {
  readonly vault: Vault
  readonly now: Date
  readonly unlessReadable: boolean
}

/** Processes take turns, so that only one of them creates a key. */
function replaceKey(db: Database, { vault, now, unlessReadable }: Replacement): Promise<SigningKey> {
  return db.transaction(async (tx) => {
    await lockInstallation(tx)
    const known = unlessReadable && (await readableKey(tx, vault))
    if (known) return known
    const key = newSigningKey()
    const { id, publicKey, privateKey } = key
    await replaceSigningKey(tx, { id, publicKey, secrets: vault.seal(privateKey, signingKeyContext(id)) }, now)
    return key
  })
}

const signingKey = z
  .object({
    object: z.literal('signing_key'),
    id: z.string().meta({
      description: 'The SHA-256 of the public key (SubjectPublicKeyInfo, DER)',
      example: '3b7f0a52f1f5d8a06e0f4ad0f6b9c3a5b8d9c0e1f2a3b4c5d6e7f8091a2b3c4d',
    }),
    algorithm: z.literal('Ed25519'),
    public_key: z.string().meta({
      description: 'PEM',
      example:
        '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n' +
        '-----END PUBLIC KEY-----\n',
    }),
    created_at: z.iso.datetime(),
    retired_at: z.iso.datetime().nullable().meta({ description: 'It signs nothing after this time' }),
  })
  .meta({ id: 'SigningKey' })

export const getSigningKeys = defineOperation({
  id: 'getSigningKeys',
  method: 'GET',
  path: '/signing-keys',
  access: 'none',
  tag: 'Incidents',
  summary: 'List the public keys that verify bundles, newest first',
  description: 'Retired keys stay listed, so that older bundles can be verified. Empty before the first bundle.',
  responses: {
    200: {
      description: 'All keys of this installation',
      schema: z.object({ object: z.literal('list'), data: z.array(signingKey), has_more: z.boolean() }),
    },
  },
  async handle(_input, { db }) {
    const data = (await listSigningKeys(db)).map(({ id, publicKey, createdAt, retiredAt }) => ({
      object: 'signing_key',
      id,
      algorithm: 'Ed25519',
      public_key: publicKey,
      created_at: createdAt,
      retired_at: retiredAt,
    }))
    return ok({ object: 'list', data, has_more: false })
  },
})
