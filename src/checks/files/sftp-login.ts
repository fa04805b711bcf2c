// Logs in over SSH, after the host key was verified.
import type { AnyAuthMethod, KeyboardInteractiveAuthMethod, ParsedKey } from 'ssh2'
import { TargetDown } from '../../domain/outcome.ts'
import type { RunContext } from '../run.ts'
import { openPrivateKey } from '../../protocols/ssh/private-key.ts'
import type { SshSession } from '../../protocols/ssh/session.ts'

export interface SftpCredential {
  readonly username: string | undefined
  readonly authMethod: 'password' | 'private_key' | 'none'
  readonly password: string | undefined
  readonly privateKey: string | undefined
  readonly passphrase: string | undefined
}

type SftpProof = Exclude<AnyAuthMethod, string>

export async function logIn(
  session: SshSession,
  credential: SftpCredential,
  { clock, observed }: RunContext,
): Promise<void> {
  const { metrics, evidence } = observed
  const { username = '', privateKey = '', passphrase, authMethod } = credential
  try {
    // Decrypting the key is slow and happens here, so it does not count as the server's time.
    const key = authMethod === 'private_key' ? await openPrivateKey(privateKey, passphrase) : null
    const start = clock.monotonicMs()
    const measure = (): number => (metrics['sftp.auth_ms'] = clock.monotonicMs() - start)
    // A login without credentials makes the server list the methods it accepts.
    const first = await session.prove({ type: 'none', username })
    if (!first.isIn) {
      metrics['sftp.password_auth_offered'] = first.ways.includes('password') ? 1 : 0
      evidence.login_ways = first.ways.slice(0, 10)
      await proveOneself(session, { ...credential, key }, first.ways).finally(measure)
    }
    measure()
    metrics['sftp.auth_ok'] = 1
  } catch (error) {
    if (error instanceof TargetDown && error.reason === 'auth') metrics['sftp.auth_ok'] = 0
    throw error
  }
}

interface Ready extends SftpCredential {
  readonly key: ParsedKey | null
}

async function proveOneself(session: SshSession, credential: Ready, methods: readonly string[]): Promise<void> {
  const proof = proofFor(credential, methods)
  const word = wordFor(credential)
  if (!proof) throw new TargetDown('auth', `the server accepts no ${word}, only ${methods.join(', ') || 'nothing'}`)
  const result = await session.prove(proof)
  if (result.isIn) return
  if (!result.isPartial) throw new TargetDown('auth', `the server rejected the ${word}`)
  throw new TargetDown('auth', `the ${word} was accepted, but the server also requires ${result.ways.join(' or ')}`)
}

function wordFor({ authMethod }: SftpCredential): string {
  return authMethod === 'private_key' ? 'private key' : 'password'
}

function proofFor({ username = '', password = '', key }: Ready, methods: readonly string[]): SftpProof | null {
  if (key) return methods.includes('publickey') ? { type: 'publickey', username, key } : null
  if (methods.includes('password')) return { type: 'password', username, password }
  if (!methods.includes('keyboard-interactive')) return null
  return { type: 'keyboard-interactive', username, prompt: answerOnce(password) }
}

/** Many servers ask for the password in a keyboard-interactive dialogue. Other prompts get an empty response. */
function answerOnce(password: string): KeyboardInteractiveAuthMethod['prompt'] {
  let isSaid = false
  return (_name, _instructions, _language, prompts, answer) => {
    const isQuestion = !isSaid && prompts.length === 1 && prompts[0]?.echo !== true
    isSaid ||= isQuestion
    answer(prompts.map(() => (isQuestion ? password : '')))
  }
}
