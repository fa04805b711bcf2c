// What the catalog entries of the mail types accept as a login with access tokens.
const notAText: [unknown, string] = [1, 'Expected string, received number']

export const mailLoginCatalog = {
  authType: { accept: ['password'], reject: [['basic', 'Allowed values: password, oauth2'] as [unknown, string]] },
  oauthTokenUrl: {
    accept: ['https://login.example.com/token'],
    reject: [['login.example.com', 'must be an https:// or http:// URL'] as [unknown, string]],
  },
  ...Object.fromEntries(
    ['oauthClientId', 'oauthClientSecret', 'oauthRefreshToken', 'oauthScopes'].map((key) => [
      key,
      { accept: ['https://outlook.office365.com/.default'], reject: [notAText] },
    ]),
  ),
}
