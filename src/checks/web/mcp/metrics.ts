import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'
import { sslExpiry } from '../../tls/expiry.ts'
import { statusCode } from '../request-config.ts'
import { wholeCheck } from '../../metric-text.ts'

const metric = metricsOf('mcp')

const slowCall =
  'This call is slower than it should be. Check the part of the server behind it and what that waits for.'

export const mcpMetrics: readonly Metric[] = [
  statusCode('mcp', 'Status code of the first response'),
  ...sslExpiry('mcp'),
  metric('handshake_ok', {
    description: 'Server completed the handshake (1 yes)',
    unit: 'flag',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the server completed the handshake', no: 'the server did not complete the handshake' },
    diagnosis:
      'The server responds, but the MCP session failed. ' +
      'Read the response in the evidence; check URL, login and server version.',
  }),
  metric('jsonrpc_valid', {
    description: 'Responses are valid JSON-RPC (1 yes)',
    unit: 'flag',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the responses are valid JSON-RPC', no: 'a response is not valid JSON-RPC' },
    diagnosis:
      'Clients cannot read the responses. Check the response in the evidence: it may come from a proxy, an ' +
      'error page or a new version.',
  }),
  metric('protocol_match', {
    description: 'Server agreed to the expected version (1 yes)',
    unit: 'flag',
    cause: 'content',
    says: {
      yes: 'the server agreed to the expected protocol version',
      no: 'the server did not agree to the expected protocol version',
    },
    diagnosis:
      'Clients of that version may fail. Check whether the server was upgraded or rolled back, and which ' +
      'versions your clients use.',
  }),
  metric('initialize_ms', {
    description: 'Time for the handshake',
    unit: 'ms',
    phase: 5,
    says: 'the handshake takes {}',
    diagnosis: slowCall,
  }),
  metric('ping_ms', {
    description: 'Time for a ping',
    unit: 'ms',
    phase: 6,
    says: 'a ping takes {}',
    diagnosis: slowCall,
  }),
  metric('tools_list_ms', {
    description: 'Time to list the tools',
    unit: 'ms',
    phase: 7,
    says: 'listing the tools takes {}',
    diagnosis: slowCall,
  }),
  metric('tool_call_ms', {
    description: 'Time for the tool call',
    unit: 'ms',
    phase: 8,
    says: 'the tool call takes {}',
    diagnosis: 'The tool is slower than it should be. Check what it does and what it waits for.',
  }),
  metric('total_time_ms', wholeCheck),
  metric('ping_ok', {
    description: 'Server responds to pings (1 yes)',
    unit: 'flag',
    says: { yes: 'the server responds to pings', no: 'the server does not respond to pings' },
    diagnosis: 'The session is open, but the server does not respond in it. Check its load and its log.',
  }),
  metric('tools_count', {
    description: 'Tools offered',
    unit: 'count',
    usual: '<',
    max: 100_000,
    says: counted('tool is offered', 'tools are offered'),
    diagnosis:
      'Tools were added or removed. Compare the list in the evidence with what the server should offer to this login.',
  }),
  metric('expected_tools_missing', {
    description: 'Expected tools that are not offered',
    unit: 'count',
    cause: 'content',
    severity: 'critical',
    max: 50,
    says: counted('expected tool is missing', 'expected tools are missing', 'all expected tools are offered'),
    diagnosis:
      'Clients that call them will fail. Check what was deployed last, and whether this login may still use them.',
  }),
  metric('tools_changed', {
    description: 'Tools differ from the baseline (1 yes)',
    unit: 'flag',
    cause: 'content',
    says: { yes: 'the tools differ from the baseline', no: 'the tools match the baseline' },
    diagnosis: {
      yes: 'Names, descriptions or parameters of tools have changed, and models follow them. Read the difference in the evidence before you accept it.',
    },
  }),
  metric('resources_count', {
    description: 'Resources offered',
    unit: 'count',
    usual: '<',
    max: 100_000,
    says: counted('resource is offered', 'resources are offered'),
    diagnosis:
      'Resources were added or removed. Check what was deployed last, and whether this login may still see them.',
  }),
  metric('prompts_count', {
    description: 'Prompts offered',
    unit: 'count',
    usual: '<',
    max: 100_000,
    says: counted('prompt is offered', 'prompts are offered'),
    diagnosis:
      'Prompts were added or removed. Check what was deployed last, and whether this login may still see them.',
  }),
  metric('tool_call_ok', {
    description: 'Tool call succeeded and its result matched (1 yes)',
    unit: 'flag',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the tool call succeeded', no: 'the tool call failed or its result did not match' },
    diagnosis:
      'The server runs, but this tool fails. Read the result in the evidence, then check what the tool ' +
      'depends on.',
  }),
  metric('auth_required', {
    description: 'Server requires a login (1 yes)',
    unit: 'flag',
    says: { yes: 'the server requires a login', no: 'the server does not require a login' },
    diagnosis: {
      yes: 'Clients without credentials are rejected. If that is intended, give the monitor a login.',
      no: 'Anyone can use the server. If that is not intended, check whether its login was switched off.',
    },
  }),
  metric('auth_metadata_valid', {
    description: 'Login metadata is valid, RFC 9728 (1 yes)',
    unit: 'flag',
    says: { yes: 'the login metadata is valid', no: 'the login metadata is missing or invalid' },
    diagnosis:
      'Clients cannot find out where to log in. Check the response below /.well-known/oauth-protected-resource.',
  }),
]
