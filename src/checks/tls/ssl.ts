import type { X509Certificate } from 'node:crypto'
import { flag, text } from '../../domain/field.ts'
import { metric as named } from '../../domain/metric.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { offersHybrid } from '../../net/tls/hello-message.ts'
import { type CertificateFacts, certificateFacts } from '../../net/tls/certificate.ts'
import type { Net, Reach, SecureConnection } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { ipVersion, port, timeout } from '../fields.ts'
import type { Observations } from '../run.ts'
import { hostMaybePort, isHostName, parseHost } from '../targets.ts'
import { atPort } from '../pasted.ts'
import { lifetimeMetrics, observeExpiry } from './expiry.ts'
import { gradeNames, gradeOf } from './grade.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { type TlsScan, scanTls } from './scan.ts'
import { certificateExpiry, tlsVersion } from '../metric-text.ts'

const metric = metricsOf('ssl')

export const ssl = defineCheck({
  type: 'ssl',
  title: 'SSL/TLS certificate',
  category: 'names',
  summary: 'Reads the certificate of a server and checks its expiry, chain, names and TLS version.',
  target: hostMaybePort({
    description: 'The host whose certificate is read, with a port if it is not 443',
    examples: ['example.com', 'mail.example.com:993'],
  }),
  recognizes: ({ host, port, scheme, domain }) => {
    if (host === null || (scheme !== null && scheme !== 'https')) return null
    if (scheme === 'https') return { fit: 60, target: atPort(host, port) }
    return port === null
      ? domain === null
        ? null
        : { fit: 70, target: host }
      : { fit: port === 443 ? 80 : 40, target: atPort(host, port) }
  },
  config: {
    insecure: flag({
      label: 'Accept untrusted certificates',
      group: 'connection',
      help: 'Let the check succeed with an untrusted certificate',
      default: false,
    }),
    port: port({ help: 'Port to connect to, unless the target has one', default: 443 }),
    serverName: text({
      group: 'connection',
      help: 'Hostname sent in the TLS handshake and expected in the certificate; by default the target',
      maxLength: 253,
      rule: (name) => (isHostName(name) ? null : 'must be a hostname'),
    }),
    trackTlsGrade: flag({
      group: 'answer',
      advanced: false,
      help: 'Grade the TLS setup once a day, on plans that include TLS grading',
      default: true,
    }),
    timeoutSeconds: timeout(15),
    ipVersion,
  },
  expires: true,
  metrics: [
    metric('days_until_expiry', {
      description: 'Days until the certificate expires',
      unit: 'days',
      cause: 'certificate',
      isExpiry: true,
      scrapedExpiry: 'certificate',
      ...certificateExpiry,
    }),
    ...lifetimeMetrics('ssl.days_until_expiry'),
    metric('hostname_match', {
      description: 'Certificate is valid for the hostname (1 yes)',
      unit: 'flag',
      cause: 'certificate',
      severity: 'critical',
      says: { yes: 'the certificate is valid for the hostname', no: 'the certificate is not valid for the hostname' },
      diagnosis:
        'Browsers reject the certificate. Check whether the server sends the certificate of another site, ' +
        'then install one for this name.',
    }),
    metric('chain_valid', {
      description: 'Chain leads to a trusted root (1 yes)',
      unit: 'flag',
      cause: 'certificate',
      severity: 'critical',
      says: { yes: 'the chain leads to a trusted root', no: 'the chain does not lead to a trusted root' },
      diagnosis:
        'Browsers reject the certificate. Usually it is self-signed or an intermediate is missing: install ' +
        'one from a trusted issuer, with its chain.',
    }),
    metric('tls_version', {
      description: 'Negotiated TLS version (12 means 1.2)',
      unit: 'number',
      decimals: 0,
      cause: 'tls',
      usual: '<',
      min: 0,
      max: 13,
      ...tlsVersion,
    }),
    metric('post_quantum', {
      label: 'Post-quantum key exchange',
      description: 'Key exchange is hybrid, which quantum computers cannot break (1 yes)',
      unit: 'flag',
      cause: 'tls',
      says: { yes: 'the key exchange is hybrid', no: 'the key exchange is not hybrid' },
      diagnosis:
        'Recordings of the traffic could be decrypted once there are quantum computers. ' +
        'Let the server offer X25519MLKEM768: OpenSSL 3.5 and most web servers of today have it.',
    }),
    named('tlsgrade.grade_score', {
      description: 'TLS grade (A+=6, A=5, B=4, C=3, F=0)',
      unit: 'score',
      cause: 'certificate',
      max: 6,
      says: 'the TLS grade is {}',
      words: gradeNames,
      diagnosis:
        'The server accepts weak settings. The evidence lists what prevents a better grade: start with the first.',
    }),
  ],
  diagnoses: {
    certificate:
      'Browsers reject the certificate or warn. Install one that is valid now, includes this host and comes ' +
      'with its chain from a trusted issuer.',
    tls:
      'The server was reached, but the TLS handshake failed. ' +
      'Check whether TLS is enabled on this port, and which versions and ciphers it offers.',
  },
  defaultRules: [
    availability,
    {
      name: 'SSL Expiry Warning',
      metric: "metrics['ssl.days_until_expiry']",
      operator: '<',
      value: '14',
      severity: 'warning',
    },
  ],
  scan: { limit: 'tls_grade', metric: 'tlsgrade.grade_score', wanted: ({ trackTlsGrade }) => trackTlsGrade !== false },
  async run({ target, config, deadlineMs, withScan }, { net, clock, signal, observed }) {
    const start = clock.monotonicMs()
    const { host } = target
    const serverName = parseHost(config.serverName ?? '') ?? host
    const port = target.port ?? config.port
    const connection = await shakeHands(net, { host, port, serverName, ipVersion: config.ipVersion, signal })
    const { chainProblem, nameProblem, tlsVersion, address } = connection
    const chain = connection.certificates()
    const { name: keyExchange } = connection.socket.getEphemeralKeyInfo() as { name?: string }
    connection.socket.destroy()
    observed.metrics['ssl.hostname_match'] = nameProblem === null ? 1 : 0
    observed.metrics['ssl.chain_valid'] = chainProblem === null ? 1 : 0
    observed.metrics['ssl.tls_version'] = tlsVersion
    if (offersHybrid) observed.metrics['ssl.post_quantum'] = keyExchange?.includes('MLKEM') ? 1 : 0
    if (chain[0]) {
      observeExpiry('ssl.days_until_expiry', chain[0], { ...observed, now: clock.now() })
      observed.expiresAt = chain[0].validToDate.getTime()
    }
    Object.assign(observed.evidence, {
      address,
      protocol: `TLS ${(tlsVersion / 10).toFixed(1)}`,
      key_exchange: keyExchange,
      ...certificateEvidence(chain),
    })
    observed.durationMs = clock.monotonicMs() - start
    const scan = { net, clock, signal, serverName, handshake: connection, chain }
    if (withScan) await addGrade(scan, observed, deadlineMs - observed.durationMs - scanMarginMs)
    const problem = chainProblem ?? nameProblem
    if (problem !== null && !config.insecure) throw new TargetDown('certificate', problem)
    if (problem !== null) observed.evidence.tolerated = problem
  },
})

// A scan ends this long before its check.
const scanMarginMs = 500

/** Without a finished scan there is no grade, but the check itself has its result. */
async function addGrade(scan: TlsScan, { metrics, evidence }: Observations, withinMs: number): Promise<void> {
  try {
    const facts = await withTimeLimit({ ...scan, ms: Math.max(withinMs, 1) }, (signal) => scanTls({ ...scan, signal }))
    const { grade, score, reasons } = gradeOf(facts)
    metrics['tlsgrade.grade_score'] = score
    evidence.tls_grade = { grade, reasons, accepts: facts.protocols }
  } catch (error) {
    if (!(error instanceof TargetDown)) throw error
    evidence.tls_grade = { not_graded: error.message }
  }
}

type TlsEndpoint = Reach & { readonly host: string; readonly port: number; readonly serverName: string }

async function shakeHands(net: Net, to: TlsEndpoint): Promise<SecureConnection> {
  try {
    return await attempt(net, to, false)
  } catch (error) {
    if (!(error instanceof TargetDown) || error.reason !== 'tls') throw error
    // Old protocol versions need lower security settings for keys, so they are offered only after a failure.
    return attempt(net, to, true).catch((second: unknown) =>
      Promise.reject(second instanceof TargetDown ? error : second),
    )
  }
}

async function attempt(net: Net, to: TlsEndpoint, oldVersions: boolean): Promise<SecureConnection> {
  const { serverName, signal } = to
  return net.secure(await net.connect(to), { serverName, verify: false, oldVersions, signal })
}

const shownNames = 40

function certificateEvidence(chain: readonly X509Certificate[]): Record<string, unknown> {
  const [leaf, ...above] = chain.map(certificateFacts)
  if (!leaf) return {}
  return {
    certificate: { ...leaf, names: leaf.names.slice(0, shownNames), key: keyInWords(chain[0]) },
    chain: [leaf, ...above].map(inWords),
  }
}

function inWords({ subject, issuer, validFrom, validTo }: CertificateFacts): string {
  const issued = `issued by ${issuer === subject ? 'itself' : issuer}`
  return `${subject}, ${issued}, valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`
}

function keyInWords(certificate: X509Certificate | undefined): string | undefined {
  try {
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details = {} } = certificate?.publicKey ?? {}
    return [type.toUpperCase(), details.namedCurve ?? details.modulusLength].filter(Boolean).join(' ')
  } catch {
    // A key type that this OpenSSL does not know.
    return undefined
  }
}
