// Operations of the consent screens, connected apps and OAuth clients.
import type { Operation } from '../registry/define.ts'
import { createOAuthClient, deleteOAuthClient, listOAuthClients } from './clients.ts'
import { listConnectedPrograms, revokeConnectedApp } from './connected-apps.ts'
import { decideDeviceCode, findDeviceCode } from './devices.ts'
import { decideOAuthRequest, getOAuthRequest } from './requests.ts'

export const oauthOperations: readonly Operation[] = [
  getOAuthRequest,
  decideOAuthRequest,
  findDeviceCode,
  decideDeviceCode,
  listConnectedPrograms,
  revokeConnectedApp,
  listOAuthClients,
  createOAuthClient,
  deleteOAuthClient,
]
