import { type ConfigShape, type StoredConfig, sealedKeys } from '../../../domain/stored-config.ts'
import type { ConfigBody } from '../document/sections.ts'

/** The config to send in an update: keys that the document omits are cleared, except secrets, which stay. */
export function replacing(shape: ConfigShape, { config }: StoredConfig, wanted: ConfigBody): ConfigBody {
  const sealed = sealedKeys(shape)
  const dropped = Object.keys(config).filter((key) => !sealed.includes(key) && !Object.hasOwn(wanted, key))
  return { ...Object.fromEntries(dropped.map((key) => [key, null])), ...wanted }
}
