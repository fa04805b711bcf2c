// The last part of a page's address.
export const slugShape = /^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/

export function slugProblem(slug: string): string | null {
  if (slugShape.test(slug)) return null
  return 'must be 3 to 50 lowercase letters, digits and dashes, and begin and end with a letter or digit'
}

// Names of the installation, names that look official, and names that are used to deceive.
export const reservedSlugs: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator alert alerts api app apps assets auth badge badges billing blog
  brand cdn calendar config contact dashboard demo dev docs email embed embeds feed feeds ftp health healthz help host
  hosts hostmaster imap incident incidents info internal invoice lapwing legal localhost login logout mail mcp metrics
  monitor monitors news noreply no-reply ns1 ns2 null oauth official page pages password pay payment payments phishing
  ping pop3 postmaster press privacy public readyz register report reports root sandbox secure security settings setup
  shop sign-in sign-up signin signup smtp sso staff static status status-page status-pages statuspage subscribe support
  system team terms test undefined unsubscribe update updates user users verify wallet web webmaster well-known
  www`.split(/\s+/),
)

export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug)
