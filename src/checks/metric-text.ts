// Texts for metrics of many types: the phases of a check, and the certificate of a session.
import type { MetricDraft } from '../domain/metric.ts'
import { runsOut } from '../domain/alerting/sentence.ts'

type MetricText = Pick<MetricDraft, 'says' | 'diagnosis' | 'words'>

export const lookingUp: MetricText = {
  says: 'resolving the name takes {}',
  diagnosis: 'The name servers respond slowly. Check their load and whether one of them is unreachable.',
}

export const connecting: MetricText = {
  says: 'connecting takes {}',
  diagnosis: "The network path or the server is slow. Check the server's load, its connection queue and the network.",
}

export const handshaking: MetricText = {
  says: 'the TLS handshake takes {}',
  diagnosis: "A handshake depends on the server's CPU and the network. Check the load of both.",
}

export const greeting: MetricText = {
  says: 'the greeting takes {}',
  diagnosis:
    'The connection is open, but the greeting is slow. ' +
    "Many servers look up the client's address first: check their name servers, then their load.",
}

export const loggingIn: MetricText = {
  says: 'logging in takes {}',
  diagnosis:
    'The login is slow. Check what verifies the password: a directory, a database, or a delay after ' +
    'failed logins.',
}

export const firstByte: MetricText = {
  says: 'the first byte takes {}',
  diagnosis:
    'The server received the request and responds slowly. ' +
    'Check the application and what it waits for, such as a database.',
}

export const wholeCheck: MetricDraft = {
  description: 'Time for the whole check',
  unit: 'ms',
  column: 'duration_ms',
  says: 'the whole check takes {}',
  diagnosis:
    'The service works, but is slower than it should be. ' +
    'The timings of the check show which part is slow: start there.',
}

const renewal = (days: number): string =>
  days < 0
    ? 'Clients that verify the certificate refuse to connect. ' +
      'Install a renewed one now, and check why it was not renewed in time.'
    : 'Renew the certificate and reload the server. If renewal is automatic, check why it has not happened.'

export const certificateExpiry: MetricText = { says: runsOut('the certificate'), diagnosis: renewal }

/** -1 also means no TLS. */
export const sessionCertificateExpiry: MetricText = {
  says: (days) =>
    days === -1
      ? 'the connection has no TLS, or its certificate expired less than a day ago'
      : runsOut('the certificate')(days),
  diagnosis: renewal,
}

export const certificateValid: MetricText = {
  says: {
    yes: 'the certificate is trusted and valid for the host',
    no: 'the certificate is not trusted or not valid for the host',
  },
  diagnosis: {
    no:
      'Clients that verify the certificate reject it. ' +
      'Check its issuer, names and intermediate certificates, and install a valid one.',
  },
}

export const tlsVersion: MetricText = {
  words: { 0: 'no TLS', 10: 'TLS 1.0', 11: 'TLS 1.1', 12: 'TLS 1.2', 13: 'TLS 1.3' },
  says: (version) => (version === 0 ? 'the connection has no TLS' : 'the connection uses {}'),
  diagnosis:
    'The server negotiates an old version. Allow TLS 1.2 and 1.3 in its configuration, and check for an ' +
    'outdated TLS library.',
}
