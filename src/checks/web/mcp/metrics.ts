import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'
import { sslExpiry, statusCode } from '../request-config.ts'
import { wholeCheck } from '../../metric-text.ts'

const metric = metricsOf('mcp')

const slowCall =
  'This call is slower than it should be. Look at the part of the server behind it and at what that waits for.'

export const mcpMetrics: readonly Metric[] = [
  statusCode('mcp', 'Status code of the first answer'),
  sslExpiry('mcp'),
  metric('handshake_ok', {
    description: 'Server completed the handshake (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the server completed the handshake', no: 'the server did not complete the handshake' },
    diagnosis: {
      no: 'Something answers, but no MCP session came about. Read the answer in the evidence; see whether address, login and server version still fit.',
    },
  }),
  metric('jsonrpc_valid', {
    description: 'Answers are valid JSON-RPC (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the answers are valid JSON-RPC', no: 'an answer is not valid JSON-RPC' },
    diagnosis: {
      no: 'Clients cannot read what the server says. Look at the answer in the evidence: a proxy, an error page or a new version may have written it.',
    },
  }),
  metric('protocol_match', {
    description: 'Server agreed to the expected version (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    says: {
      yes: 'the server agreed to the expected protocol version',
      no: 'the server did not agree to the expected protocol version',
    },
    diagnosis: {
      no: 'Clients of that version may fail. See whether the server was upgraded or rolled back, and which versions your clients speak.',
    },
  }),
  metric('initialize_ms', {
    description: 'Time for the handshake',
    unit: 'ms',
    phase: 5,
    usual: '>',
    says: 'the handshake takes {}',
    diagnosis: slowCall,
  }),
  metric('ping_ms', {
    description: 'Time for a ping',
    unit: 'ms',
    phase: 6,
    usual: '>',
    says: 'a ping takes {}',
    diagnosis: slowCall,
  }),
  metric('tools_list_ms', {
    description: 'Time to list the tools',
    unit: 'ms',
    phase: 7,
    usual: '>',
    says: 'listing the tools takes {}',
    diagnosis: slowCall,
  }),
  metric('tool_call_ms', {
    description: 'Time for the tool call',
    unit: 'ms',
    phase: 8,
    usual: '>',
    says: 'the tool call takes {}',
    diagnosis: 'The tool is slower than it should be. Look at what it does and at what that waits for.',
  }),
  metric('total_time_ms', wholeCheck),
  metric('ping_ok', {
    description: 'Server answered a ping (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the server answers pings', no: 'the server does not answer pings' },
    diagnosis: { no: 'The session came about, but the server does not react in it. Look at its load and its log.' },
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
    usual: '>',
    severity: 'critical',
    max: 50,
    says: counted('expected tool is missing', 'expected tools are missing', 'all expected tools are offered'),
    diagnosis:
      'Clients that call them will fail. See what was deployed last, and whether this login may still use them.',
  }),
  metric('tools_changed', {
    description: 'Tools differ from the baseline (1 yes)',
    unit: 'flag',
    cause: 'content',
    usual: '==',
    says: { yes: 'the tools differ from the baseline', no: 'the tools are those of the baseline' },
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
      'Resources were added or removed. See what was deployed last, and whether this login may still see them.',
  }),
  metric('prompts_count', {
    description: 'Prompts offered',
    unit: 'count',
    usual: '<',
    max: 100_000,
    says: counted('prompt is offered', 'prompts are offered'),
    diagnosis: 'Prompts were added or removed. See what was deployed last, and whether this login may still see them.',
  }),
  metric('tool_call_ok', {
    description: 'Tool call succeeded and its result matched (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the tool call succeeded', no: 'the tool call failed or its result did not match' },
    diagnosis: {
      no: 'The server runs, but this tool does not do its work. Read the result in the evidence, then look at what the tool depends on.',
    },
  }),
  metric('auth_required', {
    description: 'Server asks for a login (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the server asks for a login', no: 'the server does not ask for a login' },
    diagnosis: {
      yes: 'Clients without credentials are turned away. If that is meant, give the monitor a login.',
      no: 'Anybody can use the server. If that is not meant, see whether its login was switched off.',
    },
  }),
  metric('auth_metadata_valid', {
    description: 'Metadata about the login is valid, RFC 9728 (1 yes)',
    unit: 'flag',
    usual: '==',
    says: { yes: 'the login metadata is valid', no: 'the login metadata is missing or not valid' },
    diagnosis: {
      no: 'Clients cannot find out where to log in. Look at what the server answers below /.well-known/oauth-protected-resource.',
    },
  }),
]
