/** Splits `Name <address>`; the name may contain a comma. */
export function senderIn(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]+)>\s*$/.exec(from) ?? []
  return { name: name.trim(), address: address.trim() }
}

export function notASender(value: string): string | null {
  const isOneLine = !/[\r\n\0]/.test(value) && /^[^<>]*(<[^<>]+>\s*)?$/.test(value)
  return isOneLine && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(senderIn(value).address)
    ? null
    : 'must be an address, or Name <address>'
}
