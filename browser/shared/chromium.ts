// Chromium's switches in a box: everything through the proxy, no background traffic.
import type { Order } from './answer.ts'

// The box is the sandbox: Chromium's own would need user namespaces inside it.
const switches = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-gpu',
  '--disable-sync',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--password-store=basic',
  '--use-mock-keychain',
]

// Playwright has its own list, and Chromium uses only the last one.
const features =
  '--disable-features=AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,MediaRouter,OptimizationHints,Translate'

// There is no network except the proxy. Chromium contacts these hosts by itself, whatever its switches; and it would
// bypass the proxy for localhost by default.
const aroundTheProxy = [
  '<-loopback>',
  'clients2.google.com',
  'update.googleapis.com',
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'safebrowsing.googleapis.com',
  'edgedl.me.gvt1.com',
  'redirector.gvt1.com',
]

/** For `chromium.launch` of Playwright, or `use.launchOptions` of its runner. */
export function launchOptions({ chromium, proxy }: Order<unknown>) {
  return { executablePath: chromium, args: switches, proxy: { server: proxy, bypass: aroundTheProxy.join(',') } }
}

/** For starting the executable with a list of switches. */
export function commandLine({ proxy }: Order<unknown>): string[] {
  const bypass = `--proxy-bypass-list=${aroundTheProxy.join(';')}`
  return [...switches, features, '--headless=new', `--proxy-server=${proxy}`, bypass]
}
