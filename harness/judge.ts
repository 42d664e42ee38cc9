import type { TestProject } from 'vitest/node'
import { judgeBy, type JudgedAnswer, type OpenApiDocument } from './document-judge.ts'
import { listen } from './loopback.ts'

/** Responses, with the test file that received them. */
export interface NotedAnswers {
  file: string
  answers: JudgedAnswer[]
}

/** Only tests in this directory count as tests of an operation. Those in test/contract call all operations alike. */
const OWN_TESTS = '/test/api/'

/** This test sends made-up responses to the judge. */
const OF_THE_JUDGE = '/test/contract/judge.test.ts'

/**
 * Whether all tests of the project ran and passed. Otherwise a response could be missing only because a test was
 * skipped or failed.
 */
const isWhole = async (project: TestProject) => {
  const { vitest } = project
  const ran = vitest.state.getFiles().filter(({ projectName }) => projectName === project.name)
  const { testFiles } = await project.globTestFiles()
  return (
    ran.length === testFiles.length &&
    ran.every(({ result }) => result?.state === 'pass') &&
    vitest.config.testNamePattern === undefined
  )
}

/**
 * Validates the responses that tests receive. Tests run inside the Worker, where ajv cannot compile schemas, so they
 * post the responses to this server. PUT sets the OpenAPI document. POST returns how the responses deviate from it, or
 * 428 if no document is set yet. After a complete run, the teardown fails if an operation has not succeeded in any test
 * below test/api, or if a documented error code has not occurred in any test.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let judge: ReturnType<typeof judgeBy> | null = null
  const succeeded = new Set<string>()
  const refused = new Set<string>()

  const { origin, close } = await listen(({ method }, response, body) => {
    if (method === 'PUT') {
      judge ??= judgeBy(JSON.parse(body.toString()) as OpenApiDocument)
      response.writeHead(204).end()
    } else if (judge === null) {
      response.writeHead(428).end()
    } else {
      const { faultOf, operationOf, codeOf } = judge
      const { file, answers } = JSON.parse(body.toString()) as NotedAnswers
      for (const answer of file.endsWith(OF_THE_JUDGE) ? [] : answers) {
        const operation = operationOf(answer) ?? ''
        if (answer.status >= 400) refused.add(`${operation} ${codeOf(answer)}`)
        else if (file.includes(OWN_TESTS)) succeeded.add(operation)
      }
      response.end(JSON.stringify(answers.map(faultOf).filter((fault) => fault !== null)))
    }
  })
  project.provide('judge', origin)
  return async () => {
    await close()
    if (judge === null || !(await isWhole(project))) return
    const untested = judge.operations.filter((id) => !succeeded.has(id))
    const unseen = judge.listed.filter((line) => !refused.has(line))
    const faults = [
      ['no test below test/api received a success from these operations; add tests there', untested],
      ['no test received these documented codes; add tests or remove the codes from the document', unseen],
    ] as const
    const lines = faults.filter(([, names]) => names.length > 0).map(([what, names]) => `${what}: ${names.join(', ')}`)
    if (lines.length > 0) throw new Error(lines.join('\n'))
  }
}
