import ipaddr from 'ipaddr.js'

/** Whether an address is on the list, or the list is empty. */
export function allows(list: readonly string[], ip: string): boolean {
  if (list.length === 0) return true
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return list.some((entry) => {
    const [network, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : whole(entry)
    return address.kind() === network.kind() && address.match(network, bits)
  })
}

function whole(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
