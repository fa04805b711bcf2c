// Passkeys: what the browser makes and signs, as the server wants it.
type Json = Record<string, unknown>

export const browserHasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

export async function makePasskey(options: unknown): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return jsonOf(await navigator.credentials.create({ publicKey }))
}

export async function signWithPasskey(options: unknown): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return jsonOf(await navigator.credentials.get({ publicKey }))
}

/** The user closed the browser's dialog, which is not an error. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

function jsonOf(credential: Credential | null): Json {
  return { ...(credential as PublicKeyCredential).toJSON() }
}
