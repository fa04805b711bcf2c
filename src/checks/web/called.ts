/** Whether a name or alias equals the given name, ignoring case. */
export function isCalled(
  { name, aliases = [] }: { name: string; aliases?: readonly string[] },
  input: string,
): boolean {
  const wanted = input.trim().toLowerCase()
  return [name, ...aliases].some((one) => one.toLowerCase() === wanted)
}
