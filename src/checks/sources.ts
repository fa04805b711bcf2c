/** Public data that checks use; each is a setting of the installation. */
export interface Sources {
  /** List of RDAP servers that the IANA publishes (RFC 9224). */
  readonly rdapBootstrapUrl: string
  /** Host of the WHOIS server that knows those of all top-level domains, with a port if it is not 43. */
  readonly whoisServer: string
  /** List of known breaches in the format of Have I Been Pwned. */
  readonly breachFeedUrl: string
}
