/** Whether a name or alias equals the given name, ignoring case. */
export function isCalled({ name, aliases = [] }: { name: string; aliases?: readonly string[] }, said: string): boolean {
  const wanted = said.trim().toLowerCase()
  return [name, ...aliases].some((one) => one.toLowerCase() === wanted)
}
