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
      usual: '==',
      cause: 'content',
      says: { yes: 'the response is compressed with Brotli', no: 'the response is not compressed with Brotli' },
      diagnosis: {
        no:
          'Visitors download more than necessary. Check whether the server or its proxy still has Brotli ' +
          'enabled for this type of file.',
      },
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
      const answer = await requestPage({ url: target, ipVersion, maxBytes, keepBytes: 0, acceptEncoding }, context)
      refuseErrorPage(answer)
      return answer
    }
    // Only Brotli is accepted, so a server that supports it cannot prefer another encoding.
    const answer = await ask('br')
    const isPacked = encodingOf(answer) === 'br'
    metrics['brotli.supported'] = isPacked ? 1 : 0
    evidence.asked_for_brotli = packingShown(answer)
    if (!isPacked) evidence.asked_for_others = packingShown(await ask('zstd, gzip, deflate'))
  },
})

function encodingOf({ headers }: HttpResponseData): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase()
}

function packingShown(answer: HttpResponseData): Evidence {
  const { headers, bodyBytes, packedBytes, isCut } = answer
  return {
    content_encoding: encodingOf(answer) || 'none',
    content_type: headers['content-type'] ?? 'none',
    bytes_sent: packedBytes,
    bytes_unpacked: bodyBytes,
    ...(packedBytes < bodyBytes && { saved_percent: Math.round(100 - (100 * packedBytes) / bodyBytes) }),
    ...(isCut && { read_in_part: true }),
  }
}
