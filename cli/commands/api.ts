import { defineCommand } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { printData } from '../output/data.ts'
import { type LooseClient, pagesOf, printResponse } from '../raw-requests.ts'
import { readBody } from '../request-body.ts'
import { didYouMean } from '../suggest.ts'
import { dataOptions, fieldOption, outputOption } from './operations.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export const command = defineCommand({
  description: 'Sends --field as the query of a GET or DELETE, and as the body otherwise. It asks no questions.',
  arguments: [
    { name: 'method', help: 'GET, POST, PATCH or DELETE; GET if you only give the path' },
    { name: 'path', help: 'Such as /monitors; what is below /v1', isOptional: true },
  ],
  options: {
    field: fieldOption,
    file: { help: 'The body as JSON; - for standard input', value: 'FILE', short: 'f' },
    all: { help: 'Every page of a list, as one' },
    output: outputOption,
    ...dataOptions,
  },
  example: 'api GET /incidents --field status=firing --all',
  async run({ args, client, options, output, signal }) {
    const [verb = '', address] = args.length === 1 ? ['GET', args[0]!] : args
    const method = methods.find((one) => one === verb.toLowerCase())
    if (!method) throw new UsageError(`${verb}: no such method.${didYouMean(verb, methods)}`)
    if (!address?.startsWith('/')) throw new UsageError(`${address}: must be a path such as /monitors.`)
    const { pathname, searchParams } = new URL(`http://path${address.replace(/^\/v1(?=\/)/, '')}`)
    const values = await readBody(options)
    const hasBody = method !== 'get' && method !== 'delete'
    const query = { ...Object.fromEntries(searchParams), ...(!hasBody && values) }
    const print = { options, name: `${method} ${pathname}`, isList: options['all'] === true }
    const lapwing = (await client()) as unknown as LooseClient
    if (options['all']) return printData(output, await pagesOf(lapwing, pathname, { query, signal }, Infinity), print)
    const isEmpty = Object.keys(values).length === 0 && options['file'] === undefined
    const input = { query, ...(hasBody && !isEmpty && { body: values }), signal }
    await printResponse(await lapwing.fetch(method, pathname, input), { output, options, print })
  },
})
