// Authentication of receivers that accept a token, or a user and a password.
import type { Login } from '../../net/index.ts'

interface ChannelLoginConfig {
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}

export const loginProblems = ({ token, username, password }: ChannelLoginConfig): string[] => [
  ...(token && username ? ['username: cannot be set together with token'] : []),
  ...(Boolean(username) === Boolean(password) ? [] : ['password: must be set together with username']),
]

export function loginOf({ token, username, password }: ChannelLoginConfig): Login | undefined {
  if (token) return { kind: 'bearer', token }
  return username && password ? { kind: 'basic', username, password } : undefined
}
