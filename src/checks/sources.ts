/** Where checks find what is public: each is a setting of the installation. */
export interface Sources {
  /** The registries' RDAP servers, as the IANA publishes them (RFC 9224). */
  readonly rdapBootstrapUrl: string
  /** Knows the WHOIS server of every top-level domain; a host, with a port if it is not 43. */
  readonly whoisServer: string
  /** List of known breaches, as Have I Been Pwned publishes it. */
  readonly breachFeedUrl: string
}
