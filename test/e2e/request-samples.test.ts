import { getPHPLoaderModule } from '@php-wasm/node-8-4'
import { loadPHPRuntime, PHP } from '@php-wasm/universal'
import { loadPyodide } from 'pyodide'
import { beforeAll, describe, expect, it } from 'vitest'
import { documentsOf } from '../../scripts/web/build-web.ts'
import { operationsOf, type Contract, type Route } from '../../web/docs/contract.ts'
import { bodyExampleOf, firstValueOf, requestOf, withPlaceholders, type Request } from '../../web/docs/request.ts'
import { curlOf, phpOf, pythonOf } from '../../web/docs/snippets.ts'
import { pasteFaults } from '../support/paste.ts'

/** What a sample sent, as its language's own HTTP client received it. */
interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

const BASE_URL = 'https://calendar.test/api'
const SECRETS = { API_KEY: 'svc_live_1', TOKEN: 'a.b.c' }

const contract = JSON.parse((await documentsOf(process.cwd())).whole.text) as Contract
const documented = operationsOf(contract)
  .flatMap(({ routes }) => routes)
  .map((route): [string, Request] => [
    `${route.method} ${route.path}`,
    requestOf(route, filledFor(route), withPlaceholders({ apiKey: '', bearer: '' })),
  ])

function filledFor(route: Route) {
  const filled = { path: {}, query: {}, header: {}, body: bodyExampleOf(route) } as Record<string, unknown> & {
    body: string | null
  }
  for (const parameter of route.operation.parameters ?? []) {
    const place = filled[parameter.in] as Record<string, string>
    place[parameter.name] = firstValueOf(contract, parameter)
  }
  return filled as unknown as Parameters<typeof requestOf>[1]
}

const HARD = {
  quotes: `O'Hara "x" \`id\` \\ \\\\ \\n`,
  lines: 'a\r\n\tb\u2028c\u0000d',
  shells: `$HOME $\{HOME} {HOME} $(id) %s #{x} <?php ?>`,
  languages: 'Zoë 🚀 日本 e\u0301',
  'a key': { '': 0, 'x y': [], z: {} },
  values: [true, false, null, -1.5, 1e21, 'null', [[1], [{}]]],
}
const hard: Request = {
  method: 'POST',
  address: `/v1/x?q=${encodeURIComponent(`'"\\$`)}`,
  headers: { 'x-svc-api-key': '$API_KEY', 'Content-Type': 'application/json', 'If-Match': `"it's"` },
  body: JSON.stringify(HARD, null, 2),
}
const unparsable: Request = { ...hard, headers: { Authorization: 'Bearer $TOKEN' }, body: `{"half: 'x\\` }
const requests: [string, Request][] = [...documented, ['hard values', hard], ['a body that is not JSON', unparsable]]

const inPython = async () => {
  const python = await loadPyodide({ env: SECRETS })
  python.runPython(`
import io, json, urllib.request
sent = None
def take(request):
    global sent
    body = request.data
    sent = json.dumps({"method": request.get_method(), "url": request.full_url, "headers": dict(request.header_items()),
                       "body": None if body is None else body.decode()})
    return io.BytesIO(b"{}")
urllib.request.urlopen = take
`)
  return async (request: Request) => {
    python.runPython(pythonOf(BASE_URL, request))
    return JSON.parse(python.globals.get('sent') as string) as Sent
  }
}

const inPhp = async () => {
  const runtime = new PHP(await loadPHPRuntime(await getPHPLoaderModule(), {}))
  const taker = `
class Taker {
    public $context;
    function stream_open($url) {
        $http = stream_context_get_options($this->context)['http'];
        $headers = [];
        foreach ($http['header'] ?? [] as $line) {
            [$name, $value] = explode(': ', $line, 2);
            $headers[$name] = $value;
        }
        echo json_encode(['method' => $http['method'], 'url' => $url, 'headers' => (object) $headers, 'body' => $http['content'] ?? null]);
        return true;
    }
    function stream_read() { return ''; }
    function stream_eof() { return true; }
    function stream_stat() { return []; }
}
stream_wrapper_unregister('https');
stream_wrapper_register('https', 'Taker');
`
  return async (request: Request) => {
    const code = phpOf(BASE_URL, request).replace('<?php', `<?php${taker}`)
    const answer = await runtime.runStream({ code, env: SECRETS })
    const [text, errors] = await Promise.all([answer.stdoutText, answer.stderrText])
    if (errors !== '') throw new Error(errors)
    return JSON.parse(text) as Sent
  }
}

describe('samples of /docs for curl', () => {
  it.each(requests)('can be pasted into bash and zsh: %s', (_name, request) => {
    expect(pasteFaults(curlOf(BASE_URL, request))).toEqual([])
  })
})

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
const withSecrets = (text: string) => text.replace('$API_KEY', SECRETS.API_KEY).replace('$TOKEN', SECRETS.TOKEN)
const valueOf = (body: string | null): unknown => {
  try {
    return JSON.parse(body ?? 'null')
  } catch {
    return body
  }
}

describe.each([
  ['Python', inPython],
  ['PHP', inPhp],
] as const)('samples of /docs in %s', (_language, load) => {
  let run: (request: Request) => Promise<Sent>
  beforeAll(async () => void (run = await load()))

  it.each(requests)('send exactly the request: %s', async (_name, request) => {
    const { method, url, headers, body } = await run(request)
    expect({ method, url }).toEqual({ method: request.method, url: BASE_URL + request.address })
    const expected = Object.entries(request.headers).map(([name, value]) => [name, withSecrets(value)])
    expect(lowered(headers)).toEqual(lowered(Object.fromEntries(expected) as Record<string, string>))
    expect(valueOf(body)).toEqual(valueOf(request.body))
  })
})
