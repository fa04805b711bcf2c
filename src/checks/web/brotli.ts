import type { HttpResponseData } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import type { Evidence } from '../evidence.ts'
import { ipVersion, timeout } from '../fields.ts'
import { url } from '../targets.ts'
import { webDiagnoses } from './request-config.ts'
import { refuseErrorPage, requestPage } from './page.ts'

const metric = metricsOf('brotli')
const maxBytes = 1_048_576

export const brotli = defineCheck({
  type: 'brotli',
  title: 'Brotli compression',
  category: 'web',
  summary: 'Requests a URL and checks whether the response is compressed with Brotli.',
  target: url(['https', 'http'], { description: 'The URL to request', examples: ['https://example.com/'] }),
  recognizes: ({ url }) => url && { fit: 6, target: url.href },
  config: { timeoutSeconds: timeout(30), ipVersion },
  metrics: [
    metric('supported', {
      description: 'Response is compressed with Brotli (1 yes)',
      unit: 'flag',
      cause: 'content',
      says: { yes: 'the response is compressed with Brotli', no: 'the response is not compressed with Brotli' },
      diagnosis:
        'Visitors download more than necessary. Check whether the server or its proxy still has Brotli ' +
        'enabled for this type of file.',
    }),
  ],
  diagnoses: webDiagnoses,
  defaultRules: [
    availability,
    {
      name: 'Brotli Not Supported',
      metric: "metrics['brotli.supported']",
      operator: '==',
      value: '0',
      severity: 'warning',
    },
  ],
  async run({ target, config }, context) {
    const { metrics, evidence } = context.observed
    const ask = async (acceptEncoding: string): Promise<HttpResponseData> => {
      const { ipVersion } = config
      const response = await requestPage({ url: target, ipVersion, maxBytes, keepBytes: 0, acceptEncoding }, context)
      refuseErrorPage(response)
      return response
    }
    // Only Brotli is accepted, so a server that supports it cannot prefer another encoding.
    const response = await ask('br')
    const isPacked = encodingOf(response) === 'br'
    metrics['brotli.supported'] = isPacked ? 1 : 0
    evidence.asked_for_brotli = encodingEvidence(response)
    if (!isPacked) evidence.asked_for_others = encodingEvidence(await ask('zstd, gzip, deflate'))
  },
})

function encodingOf({ headers }: HttpResponseData): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase()
}

function encodingEvidence(response: HttpResponseData): Evidence {
  const { headers, bodyBytes, packedBytes, isCut } = response
  return {
    content_encoding: encodingOf(response) || 'none',
    content_type: headers['content-type'] ?? 'none',
    bytes_sent: packedBytes,
    bytes_unpacked: bodyBytes,
    ...(packedBytes < bodyBytes && { saved_percent: Math.round(100 - (100 * packedBytes) / bodyBytes) }),
    ...(isCut && { read_in_part: true }),
  }
}
