import type { TestProject } from 'vitest/node'
import { judgeBy, type JudgedAnswer, type OpenApiDocument } from './document-judge.ts'
import { listen } from './loopback.ts'

/**
 * No code can be compiled from schemas inside the Worker, so its tests send the answers they got here. PUT gives the
 * document to judge by, POST gets the faults of answers, or 428 while there is no document.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let faultOf: ReturnType<typeof judgeBy> | null = null

  const { origin, close } = await listen(({ method }, response, body) => {
    if (method === 'PUT') {
      faultOf ??= judgeBy(JSON.parse(body.toString()) as OpenApiDocument)
      response.writeHead(204).end()
    } else if (faultOf === null) {
      response.writeHead(428).end()
    } else {
      const faults = (JSON.parse(body.toString()) as JudgedAnswer[]).map(faultOf).filter((fault) => fault !== null)
      response.end(JSON.stringify(faults))
    }
  })
  project.provide('judge', origin)
  return close
}
