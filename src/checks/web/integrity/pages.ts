// The pages that a monitor watches, normalized.

export function canonical(page: string): string {
  return URL.canParse(page) ? new URL(page).href.replace(/#.*$/, '') : page
}

/** Only the target if no pages are configured. */
export function pagesOf({ pages }: { pages?: string[] | undefined }, target: URL): string[] {
  return [...new Set((pages ?? [target.href]).map(canonical))]
}
