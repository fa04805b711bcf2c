const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone|\biPad/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** “Firefox, Linux”, or null if unknown. */
export function browserIn(agent: string | null): string | null {
  if (agent === null) return null
  const found = [browsers, systems].map((known) => known.find(([pattern]) => pattern.test(agent))?.[1])
  return found.filter((name) => name !== undefined).join(', ') || null
}
