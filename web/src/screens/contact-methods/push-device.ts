// This browser as a device that receives pushes, also while the dashboard is closed.
import type { ContactMethodCreate } from '../../api-types.ts'
import { client } from '../../api.ts'
import { browserIn } from '../my-settings/browser-in.ts'

export type PushSupport = 'possible' | 'refused' | 'needs-install' | 'impossible'

const workerUrl = '/service-worker.js'

/** iOS has push for installed apps only. */
export function pushSupport(): PushSupport {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isPossible) return /iPhone|iPad/.test(navigator.userAgent) ? 'needs-install' : 'impossible'
  return Notification.permission === 'denied' ? 'refused' : 'possible'
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'possible') return null
  const registration = await navigator.serviceWorker.getRegistration(workerUrl)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The `device` of this browser's contact method; null if it has no subscription. */
export async function currentDevice(): Promise<string | null> {
  const subscription = await currentSubscription()
  return subscription && deviceOf(subscription)
}

/** The browser asks for permission first. Throws if the user or the push service refuses. */
export async function addDevice(type: ContactMethodCreate['type']): Promise<{ readonly name: string }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
  await navigator.serviceWorker.register(workerUrl)
  const { pushManager } = await navigator.serviceWorker.ready
  const { public_key: applicationServerKey } = await client.post('/dashboard/push-key')
  // A subscription for other keys, from before the database was replaced, must go first.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint: url, keys } = subscription.toJSON()
  const config = { url, p256dh: keys!['p256dh'], auth: keys!['auth'], device: await deviceOf(subscription) }
  const name = browserIn(navigator.userAgent) ?? navigator.platform
  return client.post('/dashboard/contact-methods', { body: { type, name, config } })
}

/** After its contact method was removed. */
export async function forgetDevice(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

export class PushRefused extends Error {
  override name = 'PushRefused'
}

const deviceLength = 22

async function deviceOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  const base64 = btoa(String.fromCharCode(...hash))
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, deviceLength)
}
