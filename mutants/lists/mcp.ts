import type { Mutant } from '../mutant.ts'

const tools = ['test/api/mcp/tools.test.ts']
const agents = ['test/api/mcp/agents.test.ts']
const protocol = ['test/api/mcp/protocol.test.ts']
const injection = ['test/api/mcp/injection.test.ts']
const bulk = ['test/unit/kernel/bulk.test.ts']

export const mcpMutants: Mutant[] = [
  {
    name: 'a click emails any number of people',
    rule: 'Above 1,000 emails a person types the number.',
    in: 'bulkOf',
    file: 'kernel/bulk.ts',
    swap: ['people.mailed > BULK_PEOPLE', 'false'],
    tests: bulk,
  },
  {
    name: 'a refund of 5,001 yen is bulk',
    rule: 'Above about 5,000 euros refunded a person types the number.',
    in: 'bulkOf',
    file: 'kernel/bulk.ts',
    swap: ['exact / limitOf(currency)', 'exact / BULK_UNITS'],
    tests: bulk,
  },
  {
    name: 'a word without spaces is taken for an id of the service',
    rule: 'Text by other people is apart from what the service says.',
    in: 'isOwn',
    file: 'mcp/untrusted.ts',
    swap: ['OWN_FIELD.test(field) && ', ''],
    tests: injection,
  },
  {
    name: 'text keeps its control characters and direction marks',
    rule: 'Text by other people can’t end its fence or hide what it says.',
    in: 'withoutInvisible',
    swap: ["text.replaceAll(INVISIBLE, ' ')", 'text'],
    tests: injection,
  },
  {
    name: 'text in a question closes its own quotes',
    rule: 'A question to the person shows text by other people in quotes.',
    in: 'quotable',
    swap: [`.replaceAll(QUOTES, "'")`, ''],
    tests: injection,
  },
  {
    name: 'a declined question is carried out',
    rule: 'A tool with effects does nothing unless the person agrees.',
    in: 'confirmed',
    file: 'mcp/confirm.ts',
    swap: ["answer.action !== 'accept' || ", ''],
    tests: tools,
  },
  {
    name: 'a tool acts without asking',
    rule: 'A tool with effects does nothing unless the person agrees.',
    in: 'askAnew',
    swap: ["'Dry-Run': 'true'", "'X-Dry-Run': 'true'"],
    tests: tools,
  },
  {
    name: 'pages of other sites may call the tools of a service on this machine',
    rule: 'Only the service’s own origin may call /mcp from a browser.',
    in: 'checkOrigin',
    swap: ['requestOrigin === null || requestOrigin === origin', 'true'],
    tests: protocol,
  },
  {
    name: 'tool calls are not counted',
    rule: 'A key makes at most 60 tool calls a minute.',
    in: 'callTool',
    file: 'mcp/serve.ts',
    swap: ['await countToolCall(served, caller, message.id)', ''],
    tests: tools,
  },
  {
    name: 'a tool returns its result to a caller that is not identified',
    rule: 'A tool call without a valid credential gets 401.',
    in: 'callTool',
    file: 'mcp/serve.ts',
    swap: ['await agent()', ''],
    tests: protocol,
  },
  {
    name: 'a transfer names another event than that of the guest',
    rule: 'A question to the person names what is changed.',
    in: 'changeGuestsTool',
    swap: ["await context.operations.call('guests.read', { params })", ''],
    tests: ['test/api/mcp/write-tools.test.ts'],
  },
  {
    name: 'a tool asks again for the caller that its read has named',
    rule: 'A tool that reads costs its operation and no other.',
    in: 'identify',
    file: 'mcp/serve.ts',
    swap: ['if (operations.caller() === null) ', ''],
    tests: ['test/api/mcp/cost.test.ts'],
  },
  {
    name: 'an assistant with a key for reading writes',
    rule: 'With agentsMay read, assistants only read.',
    in: 'runTool',
    file: 'mcp/serve.ts',
    swap: ["(await agent()).agentsMay === 'read'", 'false'],
    tests: agents,
  },
  {
    name: 'a large write is confirmed without its number',
    rule: 'Above 1,000 emails a person types the number.',
    in: 'hasAgreed',
    swap: ['isTyped(bulk, given)', 'true'],
    tests: tools,
  },
  {
    name: 'a webhook is created without a question',
    rule: 'A tool asks before it sends data elsewhere.',
    in: 'isAsked',
    swap: ["access?.scope === 'webhooks:write'", 'false'],
    tests: tools,
  },
  {
    name: 'an assistant confirms a quote itself though it must ask',
    rule: 'With agentsMay ask, only a client that asks the person carries out a quote.',
    in: 'confirmed',
    file: 'mcp/confirm.ts',
    swap: ['(!mayAsk || write.confirm !== undefined)', '!mayAsk'],
    tests: agents,
  },
]
