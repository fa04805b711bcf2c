import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ScramSha256, xor } from './scram.ts'

const login = { username: 'a=b,c', password: 'pencil' }
const salt = Buffer.from('salt').toString('base64')
const nonceOf = (first: string): string => first.split(',r=')[1]!

describe('SCRAM-SHA-256', () => {
  it('proves the password, and asks the server for the same', async () => {
    const scram = new ScramSha256(login)
    expect(scram.first).toMatch(/^n,,n=a=3Db=2Cc,r=[A-Za-z0-9+/]{24}$/)
    const serverFirst = `r=${nonceOf(scram.first)}more,s=${salt},i=4096`
    const [, withoutProof, proof] = /^(.*),p=(.*)$/.exec(await scram.final(serverFirst))!
    const message = `${scram.first.slice(3)},${serverFirst},${withoutProof}`
    const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
    const salted = pbkdf2Sync(login.password, 'salt', 4096, 32, 'sha256')
    const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest()
    const clientKey = xor(Buffer.from(proof!, 'base64'), hmac(storedKey, message))
    expect(createHash('sha256').update(clientKey).digest()).toEqual(storedKey)
    const signature = hmac(hmac(salted, 'Server Key'), message)
    scram.verify(`v=${signature.toString('base64')}`)
    expect(() => scram.verify(`v=${Buffer.alloc(32).toString('base64')}`)).toThrow(/does not know the password/)
  })

  it.each([
    ['another nonce', () => `r=other,s=${salt},i=4096`],
    ['no nonce of its own', (nonce: string) => `r=${nonce},s=${salt},i=4096`],
    ['too many rounds', (nonce: string) => `r=${nonce}x,s=${salt},i=2000000000`],
    ['no rounds', (nonce: string) => `r=${nonce}x,s=${salt},i=0`],
    ['no salt', (nonce: string) => `r=${nonce}x,i=4096`],
    ['nothing', () => ''],
  ])('answers no challenge with %s', async (_what, challenge) => {
    const scram = new ScramSha256(login)
    await expect(scram.final(challenge(nonceOf(scram.first)))).rejects.toThrow('no login can answer')
  })
})
