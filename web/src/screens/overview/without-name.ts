/** “Shop is down: connection refused” below the name Shop is “Connection refused”. */
export function withoutName(message: string, name: string): string {
  const start = [`${name} is down: `, `${name}: `].find((known) => message.startsWith(known))
  const rest = start === undefined ? message : message.slice(start.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
