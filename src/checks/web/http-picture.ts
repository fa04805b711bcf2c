// Takes a screenshot of a failing page after the check was reported, so that no result is delayed.
import { TargetDown } from '../../domain/outcome.ts'
import { viewPages } from '../rendering/page-view.ts'
import type { CheckJob, RunContext } from '../run.ts'

interface PictureConfig {
  readonly requestHeaders?: readonly { readonly key: string; readonly value: string }[]
  readonly authType: string
  readonly authUsername?: string
  readonly authPassword?: string
  readonly bearerToken?: string
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

export async function takePicture({ target, config, deadlineMs }: CheckJob<PictureConfig, URL>, context: RunContext) {
  const headers = [...(config.requestHeaders ?? []), ...authorization(config)]
  const { ipVersion } = config
  const urls = [target.href]
  const views = await viewPages(context, { urls, wants: 'picture', headers, ipVersion, deadlineMs })
  const bytes = views.get(target.href)?.bytes
  if (!bytes) throw new TargetDown('content', 'the page did not appear in the browser')
  context.observed.artifacts = [{ kind: 'screenshot', name: 'screenshot.jpeg', contentType: 'image/jpeg', bytes }]
}

/** Digest needs a challenge first, for which a browser would prompt its user. */
function authorization({ authType, authUsername = '', authPassword = '', bearerToken = '' }: PictureConfig) {
  const basic = Buffer.from(`${authUsername}:${authPassword}`).toString('base64')
  if (authType === 'basic') return [{ key: 'Authorization', value: `Basic ${basic}` }]
  return authType === 'bearer' ? [{ key: 'Authorization', value: `Bearer ${bearerToken}` }] : []
}
