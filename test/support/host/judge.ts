import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { judgeBy, type JudgedAnswer, type OpenApiDocument } from './document-judge.ts'

/**
 * No code can be compiled from schemas inside the Worker, so its tests send the answers they got here. PUT gives the
 * document to judge by, POST gets the faults of answers, or 428 while there is no document.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let faultOf: ReturnType<typeof judgeBy> | null = null

  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request.setEncoding('utf8')) text += chunk
      if (request.method === 'PUT') {
        faultOf ??= judgeBy(JSON.parse(text) as OpenApiDocument)
        response.writeHead(204).end()
      } else if (faultOf === null) {
        response.writeHead(428).end()
      } else {
        response.end(
          JSON.stringify((JSON.parse(text) as JudgedAnswer[]).map(faultOf).filter((fault) => fault !== null)),
        )
      }
    })().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  project.provide('judge', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
}
