// How a browser is started in a box: everything through the proxy, nothing by itself.
import type { Order } from './answer.ts'

// The box is the sandbox: Chromium's own would need user namespaces inside of it.
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
  '--disable-features=AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,MediaRouter,OptimizationHints,Translate',
]

// Chromium goes around proxies to reach its own machine, unless it is told not to.
const everyHost = '<-loopback>'

/** For `chromium.launch` of Playwright, or `use.launchOptions` of its runner. */
export function launchOptions({ chromium, proxy }: Order<unknown>) {
  return { executablePath: chromium, args: switches, proxy: { server: proxy, bypass: everyHost } }
}

/** For whoever starts the executable with a list of switches. */
export function commandLine({ proxy }: Order<unknown>): string[] {
  return [...switches, '--headless=new', `--proxy-server=${proxy}`, `--proxy-bypass-list=${everyHost}`]
}
