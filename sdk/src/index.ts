// The entry point of @lapwing/sdk.
export type * from './api.ts'
export { ApiPromise, ListPromise } from './api-promise.ts'
export { createClient as createPathClient, type Client as PathClient, type ClientOptions } from './client.ts'
export { createClient, type Client } from './lapwing.ts'
export { ApiError, type ApiErrorCode, type FieldError } from './errors.ts'
export { readEvents, type LiveEvent } from './events.ts'
export { listAll, listPages, type ListItem, type ListPath } from './pages.ts'
export type { CallOptions, Reply } from './types.ts'
export {
  verifyServiceSignature,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookTolerance,
} from './webhook.ts'
