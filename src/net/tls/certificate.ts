// The content of a certificate, and its problems as sentences.
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** The fields of a certificate that people read. */
export interface CertificateFacts {
  readonly subject: string
  readonly issuer: string
  readonly names: readonly string[]
  readonly validFrom: string
  readonly validTo: string
  readonly serialNumber: string
  readonly fingerprint: string
}

export function certificateFacts(certificate: X509Certificate): CertificateFacts {
  return {
    subject: commonName(certificate.subject),
    issuer: commonName(certificate.issuer),
    names: namesIn(certificate),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    serialNumber: certificate.serialNumber,
    fingerprint: certificate.fingerprint256,
  }
}

/** Whole days until it expires; negative when it has. */
export function daysLeft(certificate: X509Certificate, now: Date): number {
  return Math.floor((certificate.validToDate.getTime() - now.getTime()) / 86_400_000)
}

/** Why the certificate is not for this host, or null. */
export function nameProblem(certificate: X509Certificate, host: string): string | null {
  const fits = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)
  if (fits !== undefined) return null
  const names = namesIn(certificate)
  const list = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  return `the certificate is for ${list || 'no host'}, not for ${host}`
}

/** The sentence for an OpenSSL error of a chain. */
export function chainProblem(code: string, certificate: X509Certificate, host: string, now: Date): string {
  const its = `the certificate of ${host}`
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      if (certificate.validToDate > now) return `a certificate in the chain of ${host} has expired`
      return `${its} expired on ${day(certificate.validToDate)}`
    case 'CERT_NOT_YET_VALID':
      if (certificate.validFromDate < now) return `a certificate in the chain of ${host} is not valid yet`
      return `${its} is not valid before ${day(certificate.validFromDate)}`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `${its} is self-signed`
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `the chain of ${host} ends in a root certificate that is not trusted`
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return (
        `${its} was issued by "${commonName(certificate.issuer)}", which is not trusted; ` +
        'the server may leave out an intermediate certificate'
      )
    case 'CERT_SIGNATURE_FAILURE':
      return `${its} has a signature that does not fit its issuer`
    case 'CERT_REVOKED':
      return `${its} has been revoked`
    case 'INVALID_PURPOSE':
      return `${its}, or one above it, is not meant for servers`
    case 'INVALID_CA':
      return `${its} is signed by a certificate that may not sign others`
    case 'PATH_LENGTH_EXCEEDED':
      return `the chain of ${host} is longer than a certificate in it allows`
    case 'PERMITTED_VIOLATION':
    case 'EXCLUDED_VIOLATION':
      return `${its} has a name that a certificate above it does not allow`
    default:
      return `${its} is not trusted (${code.toLowerCase().replaceAll('_', ' ')})`
  }
}

function namesIn(certificate: X509Certificate): string[] {
  const listed = (certificate.subjectAltName ?? '').split(', ').flatMap((entry) => {
    const [kind, ...rest] = entry.split(':')
    return kind === 'DNS' || kind === 'IP Address' ? [rest.join(':')] : []
  })
  return listed.length > 0 ? listed : [commonName(certificate.subject)].filter((name) => name !== '')
}

function commonName(distinguished: string | undefined): string {
  const lines = (distinguished ?? '').split('\n')
  const named =
    lines.find((line) => line.startsWith('CN=')) ?? lines.find((line) => line.startsWith('O=')) ?? lines[0] ?? ''
  return named.replace(/^[A-Z]+=/, '')
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
