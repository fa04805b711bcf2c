import { describe, expect, it } from 'vitest'
import { type UnsignedRequest, signed } from './aws-signature.ts'

const now = new Date('2015-08-30T12:36:00Z')
const secret = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}

interface Vector {
  readonly name: string
  readonly request: Partial<Omit<UnsignedRequest, 'url'>> & { readonly url?: string }
  readonly service?: string
  readonly headers: string
  readonly signature: string
}

/** From the test suite that AWS publishes for its signature, and from its documentation. */
const vectors: Vector[] = [
  {
    name: 'get-vanilla',
    request: {},
    headers: 'host;x-amz-date',
    signature: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  },
  {
    name: 'get-vanilla-query-order-key-case',
    request: { url: '/?Param2=value2&Param1=value1' },
    headers: 'host;x-amz-date',
    signature: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  {
    name: 'get-header-value-trim',
    request: { headers: { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' } },
    headers: 'host;my-header1;my-header2;x-amz-date',
    signature: 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  },
  {
    name: 'get-vanilla-with-session-token',
    request: {
      headers: { 'X-Amz-Security-Token': '6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267' },
    },
    headers: 'host;x-amz-date;x-amz-security-token',
    signature: '07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8',
  },
  {
    name: 'post-vanilla',
    request: { method: 'POST' },
    headers: 'host;x-amz-date',
    signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    name: 'post-x-www-form-urlencoded',
    request: {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': '13',
        'x-amz-content-sha256': '9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e',
      },
      body: 'Param1=value1',
    },
    headers: 'content-length;content-type;host;x-amz-content-sha256;x-amz-date',
    signature: 'd3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b',
  },
  {
    name: 'the documented request for ListUsers',
    request: {
      url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
    },
    service: 'iam',
    headers: 'content-type;host;x-amz-date',
    signature: '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  },
]

describe('the signature of AWS', () => {
  it.each(vectors)('is that of $name', ({ request, service = 'service', headers, signature }) => {
    const url = new URL(request.url ?? '/', 'https://example.amazonaws.com')
    const signedRequest = { method: 'GET', headers: {}, body: '', ...request, url }
    expect(signed(signedRequest, { ...secret, service }, now)).toEqual({
      ...signedRequest.headers,
      'X-Amz-Date': '20150830T123600Z',
      Authorization:
        `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/${service}/aws4_request, ` +
        `SignedHeaders=${headers}, Signature=${signature}`,
    })
  })
})
