import { createSocket } from 'node:dgram'

const A = 1
const TXT = 16
const NXDOMAIN = 3

const nameIn = (question: Buffer) => {
  const labels: string[] = []
  let at = 12
  while (question[at] !== 0) {
    const length = question[at] ?? 0
    labels.push(question.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** Encodes one answer with a TTL of 0, so that every lookup queries again. */
const recordOf = (type: number, content: Buffer) => {
  const head = Buffer.alloc(12)
  // A pointer to the name in the question, then type, class, TTL and length.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}

const text = (value: string) => recordOf(TXT, Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]))
const address = (value: string) => recordOf(A, Buffer.from(value.split('.').map(Number)))

interface Options {
  /** Returns the IPv4 addresses of a name, or undefined if there is no such name. Called for each query. */
  addressesOf?: (name: string) => string[] | undefined
  port?: number
}

/** Answers TXT and A queries over UDP. A name with an empty list exists without records; any other name doesn't exist. */
export const startDnsServer = async (
  zone: Record<string, string[]>,
  { addressesOf = () => undefined, port: wanted = 0 }: Options = {},
) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question)
    const type = question.readUInt16BE(end - 4)
    const found = type === A ? addressesOf(name)?.map(address) : zone[name]?.map(text)
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(found === undefined ? 0x8180 | NXDOMAIN : 0x8180, 2)
    header.writeUInt16BE(found?.length ?? 0, 6)
    header.writeUInt16BE(0, 8)
    header.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([header, question.subarray(12, end), ...(found ?? [])]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(wanted, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    zone,
    server: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
