// Headers, names and certificates by which CDNs are detected.

export interface Provider {
  readonly name: string
  /** Other common names. */
  readonly aliases?: readonly string[]
  /** Headers that only its edges send; with a pattern if others send that header too. */
  readonly headers: Readonly<Record<string, RegExp | true>>
  /** Domains of its customers' CNAMEs and of its certificates. */
  readonly domains: readonly string[]
}

export const providers: readonly Provider[] = [
  {
    name: 'Cloudflare',
    headers: { 'cf-ray': true, 'cf-cache-status': true, server: /^cloudflare\b/i },
    domains: ['cloudflare.net', 'cloudflaressl.com'],
  },
  {
    name: 'CloudFront',
    aliases: ['Amazon CloudFront', 'AWS CloudFront', 'AWS', 'Amazon'],
    headers: { 'x-amz-cf-id': true, 'x-amz-cf-pop': true, via: /\(CloudFront\)/i, server: /^CloudFront$/i },
    domains: ['cloudfront.net'],
  },
  {
    name: 'Akamai',
    headers: {
      'akamai-grn': true,
      'akamai-cache-status': true,
      'x-akamai-transformed': true,
      'x-akamai-request-id': true,
      server: /^Akamai/i,
      'server-timing': /\bak_p\b/,
    },
    domains: ['akamai.net', 'akamaiedge.net', 'akamaized.net', 'akamaihd.net', 'edgekey.net', 'edgesuite.net'],
  },
  {
    name: 'Azure Front Door',
    aliases: ['Azure', 'Azure CDN', 'Microsoft Azure', 'Front Door'],
    headers: { 'x-azure-ref': true, 'x-azure-ref-originshield': true },
    domains: ['azurefd.net', 'azureedge.net', 't-msedge.net'],
  },
  {
    name: 'Vercel',
    headers: { 'x-vercel-id': true, 'x-vercel-cache': true, server: /^Vercel$/i },
    domains: ['vercel-dns.com', 'vercel.app'],
  },
  {
    name: 'Netlify',
    headers: { 'x-nf-request-id': true, server: /^Netlify/i },
    domains: ['netlify.app', 'netlify.com', 'netlifyglobalcdn.com'],
  },
  {
    name: 'Bunny',
    aliases: ['bunny.net', 'BunnyCDN', 'Bunny CDN'],
    headers: { server: /^BunnyCDN/i, 'cdn-pullzone': true },
    domains: ['b-cdn.net', 'bunnycdn.com'],
  },
  {
    name: 'KeyCDN',
    headers: { server: /^keycdn/i },
    domains: ['kxcdn.com'],
  },
  {
    name: 'CDN77',
    headers: { server: /^CDN77/i, 'x-77-cache': true, 'x-77-pop': true, 'x-77-nzt': true },
    domains: ['cdn77.org', 'cdn77.net', 'cdn77-ssl.net'],
  },
  {
    name: 'Gcore',
    aliases: ['G-Core', 'Gcore CDN'],
    headers: { 'x-cached-since': true, 'x-id-fe': true },
    domains: ['gcdn.co', 'gcdn.services'],
  },
  {
    name: 'Imperva',
    aliases: ['Incapsula'],
    headers: { 'x-iinfo': true, 'x-cdn': /^(Imperva|Incapsula)/i },
    domains: ['incapdns.net', 'impervadns.net'],
  },
  {
    name: 'Sucuri',
    headers: { 'x-sucuri-id': true, 'x-sucuri-cache': true, server: /^Sucuri/i },
    domains: ['sucuri.net'],
  },
  {
    name: 'CacheFly',
    headers: { server: /^CFS \d/i, 'x-cf1': true },
    domains: ['cachefly.net'],
  },
  {
    name: 'EdgeOne',
    aliases: ['Tencent EdgeOne', 'Tencent Cloud'],
    headers: { 'eo-log-uuid': true, 'eo-cache-status': true, 'x-nws-log-uuid': true },
    domains: ['dnse1.com', 'dnsv1.com', 'tdnsv6.com'],
  },
  {
    name: 'Alibaba Cloud CDN',
    aliases: ['Alibaba', 'Alibaba Cloud', 'Aliyun'],
    headers: { 'ali-swift-global-savetime': true, 'x-swift-cachetime': true, eagleid: true },
    domains: ['alikunlun.com', 'kunlunaq.com', 'kunlunar.com', 'alicdn.com'],
  },
  {
    name: 'OVHcloud CDN',
    aliases: ['OVH', 'OVHcloud'],
    headers: { 'x-cdn-pop': true, 'x-cdn-pop-ip': true },
    domains: ['cdn.ovh.net'],
  },
  {
    name: 'Fastly',
    headers: {
      'x-fastly-request-id': true,
      'fastly-io-info': true,
      'x-served-by': /^cache-[a-z]/i,
      'x-timer': /^S\d+\.\d+,VS\d/,
    },
    domains: ['fastly.net', 'fastlylb.net', 'fastly-edge.com'],
  },
  {
    name: 'Google Cloud CDN',
    aliases: ['Google', 'Google Cloud', 'Cloud CDN'],
    headers: { via: /\b1\.1 google$/i },
    domains: [],
  },
]
