// Certificates that live for days are renewed when only days are left, so a limit in days alone would always be broken.

/** Certificates that live shorter are judged by the share of their life that is left. */
export const shortLifeDays = 42

/** Renewals normally happen at a third. */
const latePct = 25

type PartlyMeasured = Readonly<Record<string, number | undefined>>

const daysMetric = /\.(days_until_expiry|cert_days_left|ssl_expiry_days)$/

/** The metrics beside the one that counts the days of a certificate; of another metric, itself. */
export const lifeKeys = (daysKey: string) => ({
  days: daysKey.replace(daysMetric, '.lifetime_days'),
  leftPct: daysKey.replace(daysMetric, '.lifetime_left_pct'),
})

/** How many days before its end the renewal of a short-lived certificate is late; null for all others. */
export function lateDays(key: string, measured: PartlyMeasured): number | null {
  const lifetime = daysMetric.test(key) ? measured[lifeKeys(key).days] : undefined
  return lifetime !== undefined && lifetime < shortLifeDays ? (lifetime * latePct) / 100 : null
}

/** Whether the certificate is short-lived and its renewal is not late yet. */
export function isRenewedInTime(key: string, measured: PartlyMeasured): boolean {
  return lateDays(key, measured) !== null && (measured[lifeKeys(key).leftPct] ?? 0) >= latePct
}
