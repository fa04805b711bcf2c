// Who is in a Lapwing of the tests unless they say otherwise, and with which keys.
export const keys = {
  write: 'lw_test_write_0123456789abcdef',
  read: 'lw_test_read_0123456789abcdef0',
  other: 'lw_test_other_0123456789abcdef',
  free: 'lw_test_free_0123456789abcdef0',
  starter: 'lw_test_starter_0123456789abcd',
}

/** Two organizations that must never see each other, and one on each plan that limits requests. */
export const acme = `
organizations:
  - name: Acme
    apiKeys:
      - { name: rw, scope: write, key: ${keys.write} }
      - { name: ro, scope: read, key: ${keys.read} }
    users:
      - { name: Ada, email: ada@example.com, role: owner }
  - name: Other
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
  - name: Free
    plan: free
    apiKeys: [ { name: rw, scope: write, key: ${keys.free} } ]
  - name: Starter
    plan: starter
    limits: { api_requests_per_minute: 5 }
    apiKeys: [ { name: rw, scope: write, key: ${keys.starter} } ]
locations:
  - { slug: fra, name: Frankfurt, city: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
  - { slug: nyc, name: New York, region: us, country: United States, countryCode: US }
`
