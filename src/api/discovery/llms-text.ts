// /llms.txt: what a language model should know first about this installation (llmstxt.org).
import type { Services } from '../../operations/registry/services.ts'

export function llmsText({ origin }: Services): string {
  const at = origin()
  return `# Lapwing

> An uptime monitoring service at ${at}. It checks websites, servers, certificates, DNS, mail and jobs, opens incidents, and alerts people.

Everything needs a credential of an organization: an API key as \`Authorization: Bearer <key>\`, or an OAuth token. Nothing here is readable without one, except public status pages and the documents below.

## For assistants

- [MCP server](${at}/mcp): tools to see what is down and why, and to manage monitors, incidents and maintenance (Streamable HTTP)
- [MCP server card](${at}/mcp/server-card): protocol versions and address
- [OAuth metadata](${at}/.well-known/oauth-authorization-server): how a program gets a token

## Documentation

- [Contents](${at}/docs/README.md): every guide, in Markdown; the address of a page without \`.md\` is for people
- [All guides in one text](${at}/llms-full.txt)
- [API reference](${at}/docs/reference.md): a page for each resource

## For programs

- [OpenAPI description](${at}/v1/openapi.json): every operation of the REST API at ${at}/v1
- [Monitor types](${at}/v1/meta/monitor-types): targets, settings, metrics and default rules
- [Sandbox](${at}/v1/sandbox): sample responses without a key
- [Deprecation policy](${at}/policies/deprecation)
`
}
