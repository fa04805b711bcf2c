// Masks addresses for the delivery log.

/** `a***@example.com`. */
export function maskedAddress(address: string): string {
  const [first = ''] = address
  return `${first}***${address.slice(address.lastIndexOf('@'))}`
}

/** `+49***67`. */
export function masked(text: string): string {
  return text.length < 8 ? `${text.slice(0, 1)}***` : `${text.slice(0, 3)}***${text.slice(-2)}`
}
