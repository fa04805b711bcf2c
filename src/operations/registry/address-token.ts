import { type TokenOwner, openToken, sealToken } from '../../domain/address-token.ts'
import { newHexToken } from '../../domain/secret.ts'
import { mask } from '../../domain/stored-config.ts'
import { addToken, replaceToken, sealedTokenOf } from '../../store/accounts/address-tokens.ts'
import type { CallerContext } from './define.ts'

type TokenContext = Pick<CallerContext, 'db' | 'services'>

/** Created on first use; masked if it cannot be decrypted. */
export async function tokenOf({ db, services: { vault } }: TokenContext, owner: TokenOwner): Promise<string> {
  const known = await sealedTokenOf(db, owner)
  if (known) return openToken(vault, owner, known) ?? mask
  await addToken(db, owner, sealToken(vault, owner, newHexToken()))
  // A concurrent request may have created another one first.
  return openToken(vault, owner, (await sealedTokenOf(db, owner))!) ?? mask
}

export async function renewToken({ db, services: { vault } }: TokenContext, owner: TokenOwner): Promise<string> {
  const token = newHexToken()
  await replaceToken(db, owner, sealToken(vault, owner, token))
  return token
}
