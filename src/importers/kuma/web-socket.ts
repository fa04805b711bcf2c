// The WebSocket type of Uptime Kuma.
import { isTrue, numberIn, textIn, timeoutWithin, type DocumentFields } from '../drafting.ts'
import type { ImportChange } from '../setup.ts'
import { loginConfig } from '../web-request.ts'
import type { KumaMatch } from './monitors.ts'
import { acceptedStatuses, headersOf, loginOf } from './web-types.ts'

export function readWebSocket(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  const headers = headersOf(textIn(monitor['headers'])).slice(0, 50)
  return {
    type: 'websocket',
    target: textIn(monitor['url']),
    config: {
      subprotocols: textIn(monitor['ws_subprotocol'])
        .split(/[\s,]+/)
        .filter(Boolean),
      ignoreSecWebsocketAccept: isTrue(monitor['ws_ignore_sec_websocket_accept_header']) || undefined,
      verifyTls: isTrue(monitor['ignore_tls']) ? false : undefined,
      requestHeaders: headers.length > 0 ? headers : undefined,
      acceptedCloseCodes: closeCodes(monitor),
      ...handshakeLogin(monitor, changes),
      timeoutSeconds: timeoutWithin(numberIn(monitor['timeout']) ?? 0, changes),
    },
  }
}

/** Handshakes log in with a password or a token. */
function handshakeLogin(monitor: DocumentFields, changes: ImportChange[]): DocumentFields {
  const login = loginOf(monitor)
  if (login === null) return {}
  if (typeof login !== 'string' && (login.kind === 'basic' || login.kind === 'bearer')) return loginConfig(login)
  const reason = 'handshakes log in with a password or a token'
  changes.push({ field: 'login', from: textIn(monitor['auth_method']), to: 'none', reason })
  return {}
}

/** Undefined for what both tools accept by default. */
function closeCodes(monitor: DocumentFields): number[] | undefined {
  const codes = acceptedStatuses(monitor).flatMap((text) => numberIn(text) ?? [])
  const valid = codes.filter((code) => code >= 1000 && code <= 4999).slice(0, 20)
  return valid.some((code) => code > 1001) ? valid : undefined
}
