import { tryCatalogEntry } from '../../test/kit/catalog.ts'
import { ssl } from './ssl.ts'

tryCatalogEntry(ssl, {
  targets: {
    accepted: ['192.0.2.1', '192.0.2.1:8443', '2001:db8::1', '[2001:db8::1]:443', 'bücher.example'],
    refused: [['example.com:', 'must be a host name or an IP address'], ['example.com:0', 'port must be between 1 and 65535']],
  },
  config: {
    insecure: { accept: [true, false], reject: [['true', 'config.insecure: Expected boolean, received string']] },
    port: {
      accept: [1, 443, 65_535],
      reject: [
        [0, 'greater than or equal to 1'],
        [65_536, 'less than or equal to 65535'],
        ['443', 'Expected number, received string'],
      ],
    },
    serverName: {
      accept: ['www.example.com', 'localhost'],
      reject: [
        ['https://example.com', 'config.serverName: must be a host name'],
        ['192.0.2.1', 'config.serverName: must be a host name'],
        ['', 'config.serverName: must be a host name'],
      ],
    },
    trackTlsGrade: { accept: [true, false], reject: [[1, 'config.trackTlsGrade: Expected boolean, received number']] },
    timeoutSeconds: { accept: [1, 60], reject: [[0, 'greater than or equal to 1'], [61, 'less than or equal to 60']] },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [[4, 'Allowed values: any, ip4, ip6']] },
  },
  combinations: {
    accept: [{ insecure: true, port: 8443, serverName: 'internal.example.com', expiryReminderDays: [365, 1] }],
    reject: [[{ expiryReminderDays: [366] }, 'config.expiryReminderDays[0]: Number must be less than or equal to 365']],
  },
  rules: [
    [{}, ['Availability Check: success == false critical', "SSL Expiry Warning: metrics['ssl.days_until_expiry'] < 14 warning"]],
  ],
  metrics: [
    "metrics['ssl.days_until_expiry']",
    "metrics['ssl.hostname_match']",
    "metrics['ssl.chain_valid']",
    "metrics['ssl.tls_version']",
    "metrics['tlsgrade.grade_score']",
  ],
})
