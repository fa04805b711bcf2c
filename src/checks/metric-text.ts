// The words of what many types measure: how long the parts of a check take, and the certificate of a session.
import type { MetricDraft } from '../domain/metric.ts'
import { runsOut } from '../domain/alerting/sentence.ts'

type MetricText = Pick<MetricDraft, 'says' | 'diagnosis' | 'shows'>

export const lookingUp: MetricText = {
  says: 'resolving the name takes {}',
  diagnosis: 'The name servers are slow to answer. Look at their load, and at whether one of them is out of reach.',
}

export const connecting: MetricText = {
  says: 'connecting takes {}',
  diagnosis:
    'The way to the server is slow, or the server is slow to accept. Look at its load, at its queue of connections and at the network.',
}

export const handshaking: MetricText = {
  says: 'the TLS handshake takes {}',
  diagnosis: 'A handshake waits for the processor of the server and for the network. Look at the load of both.',
}

export const greeting: MetricText = {
  says: 'the greeting of the server takes {}',
  diagnosis:
    'The connection is there, but the server is slow to speak. Many look up our address first: see to its name servers, then to its load.',
}

export const loggingIn: MetricText = {
  says: 'logging in takes {}',
  diagnosis:
    'The server takes long over the login. Look at what checks the password: a directory, a database, or a delay after failed logins.',
}

export const firstByte: MetricText = {
  says: 'the first byte of the answer takes {}',
  diagnosis:
    'The server has the request and takes long to begin its answer. Look at the application and at what it waits for, such as a database.',
}

export const wholeCheck: MetricDraft = {
  description: 'Time for the whole check',
  unit: 'ms',
  column: 'duration_ms',
  usual: '>',
  says: 'the whole check takes {}',
  diagnosis:
    'The service works, but slower than it should. The timings of the check tell which part is slow: begin there.',
}

const renewal = (days: number): string =>
  days < 0
    ? 'Clients that check the certificate refuse to connect. Install a renewed one now, and see why it was not renewed in time.'
    : 'Renew the certificate and have the server load it. Where renewal is automatic, see why it has not happened yet.'

export const certificateExpiry: MetricText = { says: runsOut('the certificate'), diagnosis: renewal }

/** -1 stands for no TLS as well. */
export const sessionCertificateExpiry: MetricText = {
  says: (days) =>
    days === -1
      ? 'the connection has no TLS, or its certificate expired less than a day ago'
      : runsOut('the certificate')(days),
  diagnosis: renewal,
}

export const certificateValid: MetricText = {
  says: {
    yes: 'the certificate is trusted and names the host',
    no: 'the certificate is not trusted, or not for this host',
  },
  diagnosis: {
    no: 'Clients that check the certificate turn away. Look at its issuer, its names and its intermediate certificates, and install one that fits.',
  },
}

export const tlsVersion: MetricText = {
  shows: (version) => (version === 0 ? 'no TLS' : `TLS ${(version / 10).toFixed(1)}`),
  says: (version) => (version === 0 ? 'the connection has no TLS' : 'the connection has {}'),
  diagnosis:
    'The server agrees to less than it should. Allow TLS 1.2 and 1.3 in its configuration, and see whether an old library holds it back.',
}
