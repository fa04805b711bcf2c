// Pushover's API as an application knows it: emergency messages with receipts, callbacks, cancellation by tag.
import { startReceiver } from '../../resources/receiver.ts'
import { type VendorCallback, answerJson } from './callback.ts'

const token = 'azGDORePK8gMaC0QOYAMyEEuzJnyUi'
const user = 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG'

interface Emergency {
  readonly callback: string | null
  readonly tags: string | null
  acknowledged: 0 | 1
  cancelled: boolean
}

export async function startPushover() {
  const emergencies = new Map<string, Emergency>()
  const { origin } = await startReceiver((response, request) => {
    const url = new URL(request.path, 'http://pushover')
    const [, , place, name = ''] = url.pathname.split('/')
    const sentToken = request.method === 'GET' ? url.searchParams.get('token') : request.form().get('token')
    if (sentToken !== token) return answerJson(response, { status: 0, token: 'invalid' }, 400)
    if (place === 'messages.json') return answerJson(response, { status: 1, ...queue(request.form()) })
    const tag = /cancel_by_tag\/(\w+)\.json$/.exec(url.pathname)?.[1]
    if (tag !== undefined) {
      for (const one of emergencies.values()) if (one.tags === tag) one.cancelled = true
      return answerJson(response, { status: 1 })
    }
    const found = emergencies.get(name.replace('.json', ''))
    if (!found) return answerJson(response, { status: 0, receipt: 'not found' }, 404)
    answerJson(response, { status: 1, acknowledged: found.acknowledged, acknowledged_by_device: device(found) })
  })
  const queue = (form: URLSearchParams): object => {
    if (form.get('priority') !== '2') return {}
    const receipt = `r${'0'.repeat(28)}${emergencies.size}`
    emergencies.set(receipt, {
      callback: form.get('callback'),
      tags: form.get('tags'),
      acknowledged: 0,
      cancelled: false,
    })
    return { receipt }
  }
  const callback = (receipt: string): VendorCallback => {
    const body = new URLSearchParams({ receipt, acknowledged: '1', acknowledged_by: user }).toString()
    return { url: emergencies.get(receipt)!.callback!, headers: {}, body }
  }
  return {
    emergencies,
    config: { url: origin, token, user, critical: 'emergency' },
    callback,
    /** Someone acknowledges it on a phone. */
    acknowledge(receipt: string): VendorCallback {
      emergencies.get(receipt)!.acknowledged = 1
      return callback(receipt)
    },
  }
}

const device = ({ acknowledged }: Emergency): string => (acknowledged === 1 ? 'ada-phone' : '')
