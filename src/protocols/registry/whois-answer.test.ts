import { describe, expect, it } from 'vitest'
import { TargetDown } from '../../domain/outcome.ts'
import { RequestTooLarge } from './refused.ts'
import type { Registration } from './registration.ts'
import { readWhois } from './whois-answer.ts'

const registered: Readonly<Record<string, readonly [answer: string, expected: Partial<Registration>]>> = {
  'com (Verisign)': [
    `   Domain Name: EXAMPLE.COM
   Registry Domain ID: 2336799_DOMAIN_COM-VRSN
   Registrar WHOIS Server: whois.example.net
   Updated Date: 2026-08-14T07:01:34Z
   Creation Date: 1995-08-14T04:00:00Z
   Registry Expiry Date: 2027-08-13T04:00:00Z
   Registrar: Example Registrar, Inc.
   Registrar IANA ID: 376
   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: B.IANA-SERVERS.NET
   Name Server: A.IANA-SERVERS.NET
   DNSSEC: signedDelegation
   DNSSEC DS Data: 370 13 2 BE74
   URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/
>>> Last update of whois database: 2026-11-15T20:00:00Z <<<

TERMS OF USE: VeriSign reserves the right to restrict your access if you exceed the query limit.
`,
    {
      expiresAt: '2027-08-13T04:00:00.000Z',
      createdAt: '1995-08-14T04:00:00.000Z',
      changedAt: '2026-08-14T07:01:34.000Z',
      registrar: 'Example Registrar, Inc.',
      nameServers: ['a.iana-servers.net', 'b.iana-servers.net'],
      statuses: ['clientdeleteprohibited', 'clienttransferprohibited'],
      isSigned: true,
    },
  ],
  'de (DENIC), which tells no expiry': [
    `% Restricted rights.
%
Domain: example.de
Nserver: ns1.example.net
Nserver: ns2.example.de 192.0.2.2 2001:db8::2
Dnskey: 257 3 8 AwEAAb/xrM2M
Status: connect
Changed: 2018-03-12T21:44:25+01:00
`,
    {
      expiresAt: null,
      changedAt: '2018-03-12T20:44:25.000Z',
      nameServers: ['ns1.example.net', 'ns2.example.de'],
      statuses: ['connect'],
      isSigned: true,
    },
  ],
  'uk (Nominet), in sections': [
    `
    Domain name:
        example.co.uk

    Data validation:
        Nominet was able to match the registrant's name and address against a 3rd party data source on 10-Dec-2012

    Registrar:
        Example Registrar Ltd [Tag = EXAMPLE]
        URL: https://www.example.net

    Relevant dates:
        Registered on: 14-Feb-1999
        Expiry date:  14-Feb-2027
        Last updated:  13-Jan-2026

    Registration status:
        Registered until expiry date.

    Name servers:
        ns1.example.net
        ns2.example.co.uk  192.0.2.2  2001:db8::2

    WHOIS lookup made at 20:00:00 15-Nov-2026
`,
    {
      expiresAt: '2027-02-14T00:00:00.000Z',
      createdAt: '1999-02-14T00:00:00.000Z',
      changedAt: '2026-01-13T00:00:00.000Z',
      registrar: 'Example Registrar Ltd',
      nameServers: ['ns1.example.net', 'ns2.example.co.uk'],
    },
  ],
  'it, with headings and no colons': [
    `Domain:             example.it
Status:             ok
Signed:             no
Created:            1999-12-10 00:00:00
Last Update:        2026-05-07 00:53:34
Expire Date:        2027-04-21

Registrant
  Organization:     Example S.p.A.

Registrar
  Organization:     Example Registrar
  Name:             EXAMPLE-REG

Nameservers
  ns1.example.net
  ns2.example.net
`,
    {
      expiresAt: '2027-04-21T00:00:00.000Z',
      registrar: 'Example Registrar',
      nameServers: ['ns1.example.net', 'ns2.example.net'],
      statuses: ['ok'],
      isSigned: false,
    },
  ],
  'jp, in brackets': [
    `[ JPRS database provides information on network administration. ]
Domain Information:
[Domain Name]                   EXAMPLE.JP
[Name Server]                   ns1.example.net
[Signing Key]
[Created on]                    2001/03/22
[Expires on]                    2027/03/31
[Status]                        Active
[Last Updated]                  2026/04/01 01:05:10 (JST)
`,
    { expiresAt: '2027-03-31T00:00:00.000Z', nameServers: ['ns1.example.net'], statuses: ['active'] },
  ],
  'fi, with dots': [
    `domain.............: example.fi
status.............: Registered
created............: 30.6.2006 00:00:00
expires............: 4.7.2027 10:15:55
modified...........: 2.6.2026 10:18:37

Nameservers

nserver............: ns1.example.net [OK]
nserver............: ns2.example.net [OK]

DNSSEC

dnssec.............: no

Registrar

registrar..........: Example Oy
`,
    {
      expiresAt: '2027-07-04T10:15:55.000Z',
      nameServers: ['ns1.example.net', 'ns2.example.net'],
      registrar: 'Example Oy',
      isSigned: false,
    },
  ],
  'br, with dates without a sign between': [
    `domain:      example.com.br
nserver:     ns1.example.net
created:     19990518 #162310
changed:     20260417
expires:     20270518
status:      published
`,
    { expiresAt: '2027-05-18T00:00:00.000Z', createdAt: '1999-05-18T00:00:00.000Z' },
  ],
  'pl, ru and others with words of their own': [
    `domain:        EXAMPLE.RU
nserver:       ns1.example.net.
state:         REGISTERED, DELEGATED, VERIFIED
registrar:     RU-CENTER-RU
paid-till:     2027-03-04T21:00:00Z
`,
    { expiresAt: '2027-03-04T21:00:00.000Z', registrar: 'RU-CENTER-RU', nameServers: ['ns1.example.net'] },
  ],
  'one whose date can be read in two ways': [
    'Domain Name: example.test\nExpiry Date: 03/04/2027\nName Server: ns1.example.net\n',
    { expiresAt: null, nameServers: ['ns1.example.net'] },
  ],
}

it.each(Object.entries(registered))('reads the answer of %s', (_registry, [answer, expected]) => {
  expect(readWhois(answer, 'whois.test')).toMatchObject({ isRegistered: true, ...expected })
  expect(readWhois(answer.replaceAll('\n', '\r\n'), 'whois.test')).toMatchObject({ isRegistered: true, ...expected })
})

it.each([
  'No match for domain "EXAMPLE.COM".\r\n>>> Last update of whois database: 2026-11-15T20:00:00Z <<<\r\n',
  'Domain: example.de\nStatus: free\n',
  'Domain: example.eu\nScript: LATIN\n\nDomain not found.\n',
  '\n    No match for "example.co.uk".\n\n    This domain name has not been registered.\n',
  'Domain:             example.it\nStatus:             AVAILABLE\n',
  '% nothing found\n',
  'NOT FOUND\n',
  'Domain not found\n',
  'No Data Found\n',
  'The queried object does not exist: no matching objects found\n',
  '%% NOT FOUND\n',
  'No entries found for the selected source(s).\n',
  'Domain\tstatus:\tavailable\n',
])('takes %j for a domain that is free', (answer) => {
  expect(readWhois(answer, 'whois.test').isRegistered).toBe(false)
})

describe('an answer that says nothing about the domain', () => {
  it.each([
    'Error: 55000000002 Connection refused; access control limit exceeded\n',
    'You have exceeded your query limit.\n',
    'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\n',
    'Too many requests. Please try again later.\n',
  ])('wants a pause: %j', (answer) => {
    expect(() => readWhois(answer, 'whois.test')).toThrow(RequestTooLarge)
  })

  it.each(['', '\n\n', 'hello', '<html><body>It works!</body></html>', '% only a comment\n'])(
    'is no answer: %j',
    (text) => {
      expect(() => readWhois(text, 'whois.test')).toThrow(TargetDown)
    },
  )

  it.each([' ', '\n', ':', '.', '[', 'status ', '\t\n%', 'no '])(
    'is parsed in linear time, however long: %j',
    (part) => {
      const text = part.repeat(65_536 / part.length)
      expect(() => readWhois(text, 'whois.test')).toThrow(TargetDown)
    },
  )
})
