import { createSocket } from 'node:dgram'

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

const recordOf = (text: string) => {
  const content = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
  const head = Buffer.alloc(12)
  // A pointer to the name of the question, then type, class, lifetime and length.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}

/** Answers TXT queries over UDP. A name with an empty list exists without records; any other name doesn't exist. */
export const startDnsServer = async (zone: Record<string, string[]>) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, end } = nameIn(question)
    const found = zone[name]
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(found === undefined ? 0x8180 | NXDOMAIN : 0x8180, 2)
    header.writeUInt16BE(found?.length ?? 0, 6)
    header.writeUInt16BE(0, 8)
    header.writeUInt16BE(0, 10)
    socket.send(
      Buffer.concat([header, question.subarray(12, end), ...(found ?? []).map(recordOf)]),
      from.port,
      from.address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address()
  return {
    zone,
    server: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}
