import { describe, expect, it } from 'vitest'
import { type Cause, TargetDown } from '../domain/outcome.ts'
import { failure, lookupFailure } from './failure.ts'

const context = { peer: '192.0.2.1:443', phase: 'waiting for the answer', cause: 'connect' } as const
const coded = (code: string, more: object = {}): NodeJS.ErrnoException =>
  Object.assign(new Error(`connect ${code}`), { code, ...more })

describe('an error of Node’s', () => {
  it.each([
    ['ECONNREFUSED', 'connect', 'connection refused by 192.0.2.1:443'],
    ['ECONNRESET', 'connect', '192.0.2.1:443 broke off the connection (while waiting for the answer)'],
    ['EPIPE', 'connect', '192.0.2.1:443 broke off the connection (while waiting for the answer)'],
    ['ETIMEDOUT', 'timeout', 'no response from 192.0.2.1:443 (while waiting for the answer)'],
    ['EHOSTUNREACH', 'connect', 'no route to 192.0.2.1:443'],
    ['ENETUNREACH', 'connect', 'the network of 192.0.2.1:443 cannot be reached from here'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', '192.0.2.1:443 does not speak TLS on this port'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls', '192.0.2.1:443 speaks only versions of TLS that are too old'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'tls', '192.0.2.1:443 agreed on no common TLS settings'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls', '192.0.2.1:443 wants a client certificate that it can accept'],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'tls', '192.0.2.1:443 has no certificate for the requested name'],
  ] as [string, Cause, string][])('%s becomes a sentence', (code, reason, message) => {
    const error = coded(code)
    expect(failure(error, context)).toMatchObject({ name: 'TargetDown', reason, message, cause: error })
  })

  it('of OpenSSL that is not in the table keeps its own text', () => {
    expect(failure(coded('ERR_SSL_SOMETHING_NEW', { reason: 'something new' }), context).message).toBe(
      'TLS with 192.0.2.1:443 failed: something new',
    )
  })

  it.each(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'])(
    '%s is this machine’s fault',
    (code) => {
      const converted = failure(coded(code), context)
      expect(converted).not.toBeInstanceOf(TargetDown)
      expect(converted.message).toMatch(/^this (machine|process)/)
    },
  )

  it.each(['ERR_INVALID_ARG_TYPE', ''])('%s is a bug of ours and is not converted', (code) => {
    const error = coded(code)
    expect(failure(error, context)).toBe(error)
  })
})

describe('an error of the resolver', () => {
  it('that is a bug of ours is not converted', () => {
    const error = coded('ENOMEM')
    expect(lookupFailure(error, 'a.test', 'any')).toBe(error)
  })

  it.each([
    ['ETIMEOUT', 'the name server did not answer when asked for a.test'],
    ['ECONNREFUSED', 'the name server could not be reached to look up a.test'],
    ['EBADRESP', 'the answer of the name server for a.test is garbled'],
  ])('%s becomes a sentence', (code, message) => {
    expect(lookupFailure(coded(code), 'a.test', 'any')).toMatchObject({ reason: 'dns', message })
  })
})
