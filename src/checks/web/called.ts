/** Whether somebody who says this name means that one. */
export function isCalled({ name, aliases = [] }: { name: string; aliases?: readonly string[] }, said: string): boolean {
  const wanted = said.trim().toLowerCase()
  return [name, ...aliases].some((one) => one.toLowerCase() === wanted)
}
