import { expect, it } from 'vitest'
import { tryCatalogEntry } from '../../../test/kit/checks/catalog.ts'
import { emailPolicy } from './email-policy.ts'

function flag(key: string): { accept: unknown[]; reject: [unknown, string][] } {
  return { accept: [true, false], reject: [['yes', `config.${key}: Expected boolean, received string`]] }
}

const always = [
  'Availability Check: success == false critical',
  "MX Missing: metrics['email_policy.mx_count'] == 0 critical",
  "SPF Invalid: metrics['email_policy.spf_valid'] == 0 critical",
  "DMARC Missing: metrics['email_policy.dmarc_valid'] == 0 warning",
]
const weakened = "Policy Weakened: metrics['email_policy.policy_weakened'] == 1 critical"

tryCatalogEntry(emailPolicy, {
  targets: {
    accepted: ['mail.example.co.uk', 'xn--bcher-kva.example', 'EXAMPLE.COM'],
    refused: [
      ['someone@example.com', 'must be a domain name'],
      ['example.com:25', 'must be a domain name'],
      ['2001:db8::1', 'must be a domain name'],
    ],
  },
  config: {
    dkimSelectors: {
      accept: [[], ['s1', 'google', 'mail.2026', 'k1_a-b'], Array.from({ length: 10 }, (_, i) => `s${i}`)],
      reject: [
        ['s1', 'config.dkimSelectors: Expected array, received string'],
        [['s 1'], 'config.dkimSelectors[0]: must be a DKIM selector such as s1 or mail.2026'],
        [['s1', '.s2'], 'config.dkimSelectors[1]: must be a DKIM selector'],
        [['s1.'], 'must be a DKIM selector'],
        [Array.from({ length: 11 }, (_, i) => `s${i}`), 'Array must contain at most 10 element(s)'],
      ],
    },
    checkSpf: flag('checkSpf'),
    checkDmarc: flag('checkDmarc'),
    checkDkim: flag('checkDkim'),
    checkMx: flag('checkMx'),
    checkMtaSts: flag('checkMtaSts'),
    checkTlsRpt: flag('checkTlsRpt'),
    checkBimi: flag('checkBimi'),
    checkDane: flag('checkDane'),
    checkDnssec: flag('checkDnssec'),
    expectedMx: {
      accept: [[], ['mx1.example.com', 'mx2.example.com.']],
      reject: [
        [['192.0.2.1'], 'config.expectedMx[0]: must be a hostname'],
        [['10 mx.example.com'], 'config.expectedMx[0]: must be a hostname'],
        [Array.from({ length: 21 }, (_, i) => `mx${i}.example.com`), 'Array must contain at most 20 element(s)'],
      ],
    },
    resolver: { accept: ['9.9.9.9'], reject: [['localhost', /config.resolver: must be an IP address/]] },
    timeoutSeconds: {
      accept: [1, 60],
      reject: [
        [0, 'greater than or equal to 1'],
        [61, 'less than or equal to 60'],
      ],
    },
    ipVersion: { accept: ['any', 'ip4', 'ip6'], reject: [['ip5', 'Allowed values: any, ip4, ip6']] },
  },
  rules: [
    [{}, [...always, weakened]],
    [{ dkimSelectors: [] }, [...always, weakened]],
    [
      { dkimSelectors: ['s1'] },
      [...always, "DKIM Invalid: metrics['email_policy.dkim_valid'] == 0 critical", weakened],
    ],
  ],
  metrics: [
    "metrics['email_policy.score']",
    "metrics['email_policy.mx_count']",
    "metrics['email_policy.mx_resolvable_pct']",
    "metrics['email_policy.spf_present']",
    "metrics['email_policy.spf_valid']",
    "metrics['email_policy.spf_lookups']",
    "metrics['email_policy.spf_all']",
    "metrics['email_policy.dmarc_present']",
    "metrics['email_policy.dmarc_valid']",
    "metrics['email_policy.dmarc_policy']",
    "metrics['email_policy.dmarc_pct']",
    "metrics['email_policy.dmarc_rua_present']",
    "metrics['email_policy.dkim_valid']",
    "metrics['email_policy.dkim_selectors_ok']",
    "metrics['email_policy.dkim_key_bits_min']",
    "metrics['email_policy.mta_sts_valid']",
    "metrics['email_policy.mta_sts_mode']",
    "metrics['email_policy.tls_rpt_present']",
    "metrics['email_policy.bimi_valid']",
    "metrics['email_policy.dane_valid']",
    "metrics['email_policy.dnssec_signed']",
    "metrics['email_policy.records_changed']",
    "metrics['email_policy.policy_weakened']",
    "metrics['email_policy.error_count']",
  ],
})

it('limits rules on coded metrics to the range of their codes', () => {
  const metric = (name: string) => emailPolicy.metrics.find(({ key }) => key === `email_policy.${name}`)
  expect(metric('spf_all')).toMatchObject({ min: 0, max: 4 })
  expect(metric('dmarc_policy')).toMatchObject({ min: -1, max: 2 })
  expect(metric('mta_sts_mode')).toMatchObject({ min: 0, max: 2 })
})

it('runs at most once an hour', () => {
  expect(emailPolicy.minIntervalSeconds).toBe(3600)
})
