import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown

/** Starts an HTTP server on loopback. It reads the complete request body before it calls `answer`. */
export const listen = async (answer: Answer) => {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    await answer(request, response, Buffer.concat(chunks))
  }
  const server = createServer((request, response) => {
    // A killed client breaks its connection, which must not crash the server.
    void take(request, response).catch((error: unknown) =>
      response.headersSent ? response.destroy() : response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openConnections: () =>
      new Promise<number>((counted, failed) =>
        server.getConnections((error, count) => (error ? failed(error) : counted(count))),
      ),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
