import { ACCESS_TOKEN, DOOR, KEY } from '../fill.ts'
import { compare } from '../harness.ts'
import { figure, type Case } from '../../harness/results.ts'
import { always, type Load } from '../rounds.ts'
import type { Stand } from '../stand.ts'

const path = `/api/v1/events/${DOOR.id}`
const VERSION = '2026-07-28'
const META = 'io.modelcontextprotocol'

const toolCall = {
  method: 'POST',
  path: '/mcp',
  headers: {
    Authorization: `Bearer ${KEY}`,
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'run_operation',
  },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'run_operation',
      arguments: { id: 'events.read', params: { eventId: DOOR.id } },
      _meta: {
        [`${META}/protocolVersion`]: VERSION,
        [`${META}/clientInfo`]: { name: 'bench', version: '1' },
        [`${META}/clientCapabilities`]: {},
      },
    },
  },
}

/** One caller at a time, so that the figure is a delay rather than a share of a busy machine. */
const delays = async (name: string, subject: Load, floor: Load) =>
  compare(null, { name, subject, floor, bound: {}, connections: 1, rounds: 9 })

/** The additional cost if the caller is an app or an assistant. */
const run = async (stand: Stand) => {
  const byKey: Load = { port: stand.port, status: 200, next: always({ path, headers: { 'x-svc-api-key': KEY } }) }
  const byApp: Load = {
    port: stand.port,
    status: 200,
    next: always({ path, headers: { Authorization: `Bearer ${ACCESS_TOKEN}` } }),
  }
  const byTool: Load = { port: stand.port, status: 200, next: always(toolCall) }
  const one = await delays('tool call by one assistant / the event by API key', byTool, byKey)
  return [
    one,
    figure('a tool call takes longer than its operation by, p50', one.subject.p50 - one.floor.p50, 'ms', { most: 3 }),
    await compare(null, {
      name: 'event by access token / by API key',
      subject: byApp,
      floor: byKey,
      bound: { least: 0.85 },
    }),
    await compare(null, {
      name: 'tool call that reads an event / the event by API key',
      subject: byTool,
      floor: byKey,
      // The call also identifies its caller, so it is at least two operations.
      bound: { least: 0.25 },
    }),
  ]
}

export const programCases: Case[] = [{ name: 'programs', run }]
