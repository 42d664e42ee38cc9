import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startDnsServer } from '../../../harness/dns-server.ts'
import { startSender } from './sender.ts'

/*
 * Runs in its own network namespace, where it can listen on port 53 and give itself a public address. Prints what a
 * sender of webhooks reached while names changed their addresses between lookups.
 */
const PUBLIC = '93.184.216.34'
const PRIVATE = '127.0.0.1'
execFileSync('ip', ['address', 'add', `${PUBLIC}/32`, 'dev', 'lo'])

const reached = new Set<string | undefined>()
const listener = createServer((_request, answer) => answer.writeHead(200, { connection: 'close' }).end())
listener.on('connection', ({ localAddress }) => reached.add(localAddress))
await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve))
const { port } = listener.address() as AddressInfo

/** The addresses of each name, one list per lookup in turn. */
const NAMES: Record<string, string[][]> = {
  'steady.test': [[PUBLIC]],
  'changing.test': [[PUBLIC], [PRIVATE]],
  'both.test': [[PRIVATE, PUBLIC]],
  'private.test': [[PRIVATE]],
}
const lookups: Record<string, number> = {}
const addressesOf = (name: string) => {
  const lists = NAMES[name]
  lookups[name] = (lookups[name] ?? 0) + 1
  return lists?.[(lookups[name] - 1) % lists.length]
}
const dns = await startDnsServer({}, { port: 53, addressesOf })
const sender = startSender()
const answers: Record<string, string[]> = {}
for (const name of Object.keys(NAMES)) {
  answers[name] = []
  for (let count = 0; count < 20; count += 1) answers[name].push(await sender.reach(`http://${name}:${port}`))
}
await sender.dispose()
await dns.close()
listener.close()
console.log(JSON.stringify({ answers, lookups, reached: [...reached] }))
