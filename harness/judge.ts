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

/** Where answers are made up, to try the judge. */
const OF_THE_JUDGE = '/test/contract/judge.test.ts'

/** Whether every test of the project ran, and none failed: one that did may be the one that would have seen it. */
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
 * No code can be compiled from schemas inside the Worker, so its tests send the answers they got here. PUT gives the
 * document to judge by, POST gets the faults of answers, or 428 while there is no document. When all tests have run, it
 * says which operations no test of their own has seen succeed, and which codes of the document none has seen at all.
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
      ['below test/api no test has seen these succeed; state their rules there', untested],
      ['the document lists codes that no test has seen; provoke them, or list them no more', unseen],
    ] as const
    const told = faults.filter(([, names]) => names.length > 0).map(([what, names]) => `${what}: ${names.join(', ')}`)
    if (told.length > 0) throw new Error(told.join('\n'))
  }
}
