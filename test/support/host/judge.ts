import type { TestProject } from 'vitest/node'
import { judgeBy, type JudgedAnswer, type OpenApiDocument } from './document-judge.ts'
import { listen } from './loopback.ts'

/** Answers, and the test file that they were given to. */
export interface NotedAnswers {
  file: string
  answers: JudgedAnswer[]
}

/** Where operations have their own tests; those of test/contract walk through all of them alike. */
const OWN_TESTS = '/test/api/'

const isWhole = async (project: TestProject) => {
  const { vitest } = project
  const ran = vitest.state.getFiles().filter(({ projectName }) => projectName === project.name)
  const { testFiles } = await project.globTestFiles()
  return ran.length === testFiles.length && vitest.config.testNamePattern === undefined
}

/**
 * No code can be compiled from schemas inside the Worker, so its tests send the answers they got here. PUT gives the
 * document to judge by, POST gets the faults of answers, or 428 while there is no document. When all tests have run, it
 * says which operations no test of their own has seen succeed.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let judge: ReturnType<typeof judgeBy> | null = null
  const seen = new Set<string>()

  const { origin, close } = await listen(({ method }, response, body) => {
    if (method === 'PUT') {
      judge ??= judgeBy(JSON.parse(body.toString()) as OpenApiDocument)
      response.writeHead(204).end()
    } else if (judge === null) {
      response.writeHead(428).end()
    } else {
      const { faultOf, operationOf } = judge
      const { file, answers } = JSON.parse(body.toString()) as NotedAnswers
      if (file.includes(OWN_TESTS)) {
        for (const answer of answers) if (answer.status < 400) seen.add(operationOf(answer) ?? '')
      }
      response.end(JSON.stringify(answers.map(faultOf).filter((fault) => fault !== null)))
    }
  })
  project.provide('judge', origin)
  return async () => {
    await close()
    if (judge === null || !(await isWhole(project))) return
    const untested = judge.operations.filter((id) => !seen.has(id))
    if (untested.length === 0) return
    throw new Error(`below test/api no test has seen these succeed; state their rules there: ${untested.join(', ')}`)
  }
}
