// Operations of sign-in, accounts and members.
import type { Operation } from '../registry/define.ts'
import { singleSignOnOperations } from './single-sign-on/operations.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { inviteMember, listInvitations, revokeInvitation } from './invitations.ts'
import { endOpenSession, listOpenSessions, signOutEverywhere, updateProfile } from './me.ts'
import { changeMemberRole, createResetLink, listOrganizationMembers, removeMember } from './members.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkeys/sign-in.ts'
import { beginPasskey, createPasskey, listPasskeys, removePasskey } from './passkeys/passkeys.ts'
import { askForPasswordReset, changePassword, resetPassword } from './passwords.ts'
import { updatePreferences } from './preferences.ts'
import { signInSecondFactor } from './second-factor.ts'
import { getSession, switchOrganization } from './session.ts'
import { checkSetupToken, setUp } from './setup.ts'
import { getSignInOptions, signIn, signOut } from './sign-in.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from './two-factor.ts'

export const peopleOperations: readonly Operation[] = [
  setUp,
  checkSetupToken,
  getSignInOptions,
  signIn,
  signInSecondFactor,
  beginPasskeySignIn,
  signInWithPasskey,
  signOut,
  signOutEverywhere,
  askForPasswordReset,
  resetPassword,
  readInvitation,
  acceptInvitation,
  getSession,
  switchOrganization,
  updatePreferences,
  updateProfile,
  changePassword,
  listOpenSessions,
  endOpenSession,
  getTwoFactor,
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  disableTwoFactor,
  renewRecoveryCodes,
  listPasskeys,
  beginPasskey,
  createPasskey,
  removePasskey,
  listOrganizationMembers,
  changeMemberRole,
  removeMember,
  createResetLink,
  listInvitations,
  inviteMember,
  revokeInvitation,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  ...singleSignOnOperations,
]
