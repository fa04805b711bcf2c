export const longPath: string
export function packageFile(described: { name: string; version: string }): Buffer
