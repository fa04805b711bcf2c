import { choice, flag, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { requestDatagram } from '../../protocols/datagram-request.ts'
import { type RadiusAnswer, type RadiusResponse, radiusRequest, radiusResponse } from '../../protocols/radius.ts'
import { oneLine, passwordProblems } from '../account.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout } from '../fields.ts'
import { Masker } from '../masking.ts'
import { byPort } from '../pasted.ts'
import type { Observations } from '../run.ts'
import { hostMaybePort } from '../targets.ts'

const metric = metricsOf('radius')
const maxShownLength = 500
// An attribute has 253 bytes, and an encrypted password 128.
const fits = (maxBytes: number) => (value: string) =>
  Buffer.byteLength(value) > maxBytes ? `must be at most ${maxBytes} bytes long` : oneLine(value)

const station = (label: string, help: string) =>
  text({ label, group: 'request', help, maxLength: 253, rule: fits(253) })
const sentences: Readonly<Record<RadiusAnswer, string>> = {
  accept: 'the server accepted the login',
  reject: 'the server rejected the login',
  challenge: 'the server wants a further step of the login',
}

export const radius = defineCheck({
  type: 'radius',
  title: 'RADIUS server',
  category: 'network',
  summary:
    'Asks a RADIUS server for its status or, with a username, logs in with a password (PAP) and checks the response.',
  target: hostMaybePort({
    description: 'The RADIUS server, with a port if it is not 1812',
    examples: ['radius.example.com', '192.0.2.1:1645'],
  }),
  recognizes: (pasted) => byPort(pasted, { schemes: ['radius'], ports: [1812, 1645] }),
  config: {
    port: port({ help: 'Port to query, unless the target has one', default: 1812 }),
    secret: text({
      label: 'Shared secret',
      group: 'login',
      advanced: false,
      help: 'Secret that the server shares with Lapwing as its client',
      secret: true,
    }),
    username: text({
      group: 'login',
      advanced: false,
      help: 'User who logs in; leave empty to ask for the status of the server only (Status-Server)',
      maxLength: 253,
      rule: fits(253),
    }),
    password: text({
      group: 'login',
      advanced: false,
      help: 'Password, required with a username',
      secret: true,
      maxLength: 128,
      rule: fits(128),
    }),
    expectAnswer: choice(['accept', 'reject', 'any'], {
      label: 'Expected response',
      labels: { accept: 'Accept', reject: 'Reject', any: 'Any' },
      group: 'answer',
      advanced: false,
      help: 'Response that the check expects; reject tests that a wrong password is refused',
      default: 'accept',
    }),
    requireMessageAuthenticator: flag({
      label: 'Require a Message-Authenticator',
      group: 'answer',
      help: 'Fail if the response to a login has no Message-Authenticator: it could be forged (BlastRADIUS)',
      default: true,
    }),
    nasIdentifier: text({
      label: 'NAS identifier',
      group: 'request',
      help: 'Name under which Lapwing logs in (NAS-Identifier)',
      default: 'lapwing',
      minLength: 1,
      maxLength: 253,
      rule: fits(253),
    }),
    calledStationId: station('Called station', 'Called-Station-Id of the request; none when empty'),
    callingStationId: station('Calling station', 'Calling-Station-Id of the request; none when empty'),
    timeoutSeconds: timeout(10),
    ipVersion,
  },
  credentials: { keys: ['secret', 'password'], boundTo: ['port', 'username'] },
  metrics: [
    metric('response_ms', {
      description: 'Time until the response',
      unit: 'ms',
      says: 'the response takes {}',
      diagnosis:
        'The server or what it asks is slow. Check its directory or database, delays after rejected logins, and its load.',
    }),
    metric('accepted', {
      description: 'Login was accepted (1 yes)',
      unit: 'flag',
      cause: 'auth',
      severity: 'critical',
      says: { yes: 'the login was accepted', no: 'the login was not accepted' },
      diagnosis: {
        yes: 'The server lets this user in. Check its rules if it should not.',
        no: 'The server responds, but refuses this user. Check the password, the account and the policies of the server.',
      },
    }),
    metric('message_authenticator', {
      description: 'Response has a Message-Authenticator (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: {
        yes: 'the response has a Message-Authenticator',
        no: 'the response has no Message-Authenticator',
      },
      diagnosis:
        'Somebody on the network path can forge such responses. ' +
        'Update the RADIUS server, and make it add a Message-Authenticator to every response.',
    }),
  ],
  diagnoses: {
    timeout:
      'RADIUS servers do not respond to unknown clients or with a wrong shared secret. ' +
      'Check that the server lists the address of Lapwing with this secret, and whether a firewall drops UDP.',
    auth:
      'The server responds, but not as expected to this login. ' +
      'Check the shared secret, the password and the policies of the server.',
    content:
      'The response can be forged. Update the RADIUS server, and make it add a Message-Authenticator to every response.',
  },
  defaultRules: [
    availability,
    {
      name: 'Slow Response',
      metric: "metrics['radius.response_ms']",
      operator: '>',
      value: '2000',
      severity: 'warning',
    },
  ],
  examine: passwordProblems,
  async run({ target, config }, { net, signal, observed }) {
    const { secret = '', username = '', password = '', ipVersion } = config
    const request = radiusRequest({ ...config, secret, username, password })
    const { reply, address, afterMs } = await requestDatagram(net, {
      host: target.host,
      port: target.port ?? config.port,
      ipVersion,
      signal,
      payload: request.packet,
      read: (response) => radiusResponse(response, request),
      foreign: { cause: 'auth', message: 'the response is not signed with this shared secret' },
    })
    observed.evidence.address = address
    observed.metrics['radius.response_ms'] = afterMs
    const masker = new Masker()
    masker.add(secret, password)
    judge({ ...reply, messages: masker.all(reply.messages) }, config, observed)
  },
})

interface Expected {
  readonly username: string | undefined
  readonly expectAnswer: 'accept' | 'reject' | 'any'
  readonly requireMessageAuthenticator: boolean
}

function judge(response: RadiusResponse, expected: Expected, { metrics, evidence }: Observations): void {
  const { answer, messages, isSigned } = response
  metrics['radius.message_authenticator'] = isSigned ? 1 : 0
  evidence.answer = answer
  if (messages.length > 0) evidence.reply = messages.join('\n').slice(0, maxShownLength)
  if (!expected.username) return
  metrics['radius.accepted'] = answer === 'accept' ? 1 : 0
  if (expected.requireMessageAuthenticator && !isSigned)
    throw new TargetDown('content', 'the response has no Message-Authenticator, so it may be forged')
  if (expected.expectAnswer === 'any' || expected.expectAnswer === answer) return
  throw new TargetDown('auth', [sentences[answer], ...messages].join(': ').slice(0, maxShownLength))
}
