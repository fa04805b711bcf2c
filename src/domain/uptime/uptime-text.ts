interface ShownUptime {
  readonly percent: number
  readonly decimals: number
}

/**
 * An uptime as people see it, everywhere: two decimals, three from 99.99, none of 100. Rounded down, so that 100 means
 * no downtime and a missed target never looks met.
 */
export function shownUptime(percent: number): ShownUptime {
  const decimals = percent >= 100 ? 0 : percent >= 99.99 ? 3 : 2
  const step = 10 ** (4 - decimals)
  return { percent: (Math.floor(Math.round(percent * 10_000) / step) * step) / 10_000, decimals }
}

/** In English; a dash if nothing was monitored. */
export function uptimeText(percent: number | null): string {
  if (percent === null) return '–'
  const shown = shownUptime(percent)
  return `${shown.percent.toFixed(shown.decimals)} %`
}
