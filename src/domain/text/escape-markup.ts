const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For elements and quoted attributes of HTML and XML. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)
