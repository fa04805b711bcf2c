// Which pages a monitor watches, each under one spelling.

export function canonical(page: string): string {
  return URL.canParse(page) ? new URL(page).href.replace(/#.*$/, '') : page
}

/** The target alone when no pages are named. */
export function pagesOf({ pages }: { pages?: string[] | undefined }, target: URL): string[] {
  return [...new Set((pages ?? [target.href]).map(canonical))]
}
