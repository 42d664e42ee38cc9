import type { Reporter, TestModule } from 'vitest/node'

const LISTED = 10
/** A run of a few files lists none: the default reporter already shows their times. */
const MIN_FILES = 20

interface Timed {
  name: string
  ms: number
}

const slowest = (all: Timed[]) => all.toSorted((left, right) => right.ms - left.ms).slice(0, LISTED)
const lineOf = ({ name, ms }: Timed) => `${(ms / 1_000).toFixed(1).padStart(9)} s  ${name}`

/** Returns the slowest files and tests of each project, with the time of all its files together. */
export const slowTestsOf = (modules: readonly TestModule[]): string[] =>
  [...Map.groupBy(modules, ({ project }) => project.name)].flatMap(([project, own]) => {
    const files = own.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { name: module.relativeModuleId, ms: collectDuration + setupDuration + duration }
    })
    const tests = own.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} > ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    const seconds = files.reduce((sum, { ms }) => sum + ms, 0) / 1_000
    return [
      `Slowest files of ${project} (${seconds.toFixed(0)} s in ${own.length} files)`,
      ...slowest(files).map(lineOf),
      `Slowest tests of ${project} (${tests.length} tests)`,
      ...slowest(tests).map(lineOf),
    ]
  })

/** Lists the slowest files and tests at the end of a run. */
export class SlowTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length >= MIN_FILES) console.log(['', ...slowTestsOf(modules), ''].join('\n'))
  }
}
