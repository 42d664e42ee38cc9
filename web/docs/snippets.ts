import type { Request } from './request.ts'

const inShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The shell expands `$API_KEY` and `$TOKEN` only inside double quotes. */
const headerInShell = (header: string) => (/\$(?:API_KEY|TOKEN)$/.test(header) ? `"${header}"` : inShell(header))

export const curlOf = (baseUrl: string, { method, address, headers, body }: Request): string => {
  const target = inShell(baseUrl + address)
  const lines = [method === 'GET' ? `curl ${target}` : `curl -X ${method} ${target}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${headerInShell(`${name}: ${value}`)}`)
  if (body !== null) lines.push(`-d ${inShell(body)}`)
  return lines.join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** Splits `Bearer $TOKEN` into the text and the name of the environment variable, if there is one. */
const splitSecret = (text: string) => {
  const [, before = text, name] = /^(.*)\$(API_KEY|TOKEN)$/.exec(text) ?? []
  return { before, name }
}

const inScript = (text: string) => {
  const { before, name } = splitSecret(text)
  if (name === undefined) return quote(text)
  return before === '' ? `process.env.${name}` : `\`${before}\${process.env.${name}}\``
}

const nameInScript = (name: string) => (/^\w+$/.test(name) ? name : quote(name))

const indented = (json: string) => json.replaceAll('\n', '\n  ')

const literalOf = (body: string) => {
  try {
    const json = JSON.stringify(JSON.parse(body), null, 2)
    return `JSON.stringify(${indented(json).replaceAll(/"(\w+)":/g, '$1:')})`
  } catch {
    return quote(body)
  }
}

export const scriptOf = (baseUrl: string, { method, address, headers, body }: Request): string => {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quote(method)},`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          '  headers: {',
          ...Object.entries(headers).map(([name, value]) => `    ${nameInScript(name)}: ${inScript(value)},`),
          '  },',
        ]),
    ...(body === null ? [] : [`  body: ${literalOf(body)},`]),
  ]
  const target = quote(baseUrl + address)
  const call = options.length === 0 ? `fetch(${target})` : `fetch(${target}, {\n${options.join('\n')}\n})`
  return `const response = await ${call}\nif (!response.ok) throw new Error((await response.json()).message)\nconsole.log(await response.json())`
}

const parsed = (body: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(body) as unknown }
  } catch {
    return null
  }
}

const indentBy = (depth: number) => '    '.repeat(depth)

interface Literals {
  text(value: string): string
  /** The constants by their names in the language. */
  constants: Record<string, boolean | null>
  /** Opening and closing bracket of an object, and the separator between a key and its value. */
  object: readonly [open: string, close: string, between: string]
  emptyObject: string
}

/** Writes a JSON value as a literal of another language, one entry per line. */
const literalIn = (language: Literals, value: unknown, depth: number): string => {
  const inside = (entries: string[], open: string, close: string) =>
    `${open}\n${entries.map((entry) => `${indentBy(depth + 1)}${entry},\n`).join('')}${indentBy(depth)}${close}`
  const deeper = (each: unknown) => literalIn(language, each, depth + 1)
  if (typeof value === 'string') return language.text(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : inside(value.map(deeper), '[', ']')
  if (typeof value === 'object' && value !== null) {
    const [open, close, between] = language.object
    const entries = Object.entries(value).map(([name, each]) => `${language.text(name)}${between}${deeper(each)}`)
    return entries.length === 0 ? language.emptyObject : inside(entries, open, close)
  }
  const { constants } = language
  return Object.keys(constants).find((name) => constants[name] === value) ?? String(value)
}

const PYTHON: Literals = {
  // Every JSON string is also a Python string.
  text: (value) => JSON.stringify(value),
  constants: { True: true, False: false, None: null },
  object: ['{', '}', ': '],
  emptyObject: '{}',
}

const PHP: Literals = {
  text: quote,
  constants: { true: true, false: false, null: null },
  object: ['[', ']', ' => '],
  emptyObject: 'new stdClass()',
}

const headerInPython = (text: string) => {
  const { before, name } = splitSecret(text)
  if (name === undefined) return PYTHON.text(text)
  return `${before === '' ? '' : `${PYTHON.text(before)} + `}os.environ["${name}"]`
}

/** Needs only Python's standard library. */
export const pythonOf = (baseUrl: string, { method, address, headers, body }: Request): string => {
  const json = body === null ? null : parsed(body)
  const data = json === null ? PYTHON.text(body ?? '') : `json.dumps(${literalIn(PYTHON, json.value, 1)})`
  const named = Object.entries(headers)
  return [
    'import json',
    ...(named.some(([, value]) => splitSecret(value).name !== undefined) ? ['import os'] : []),
    'import urllib.error',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${PYTHON.text(baseUrl + address)},`,
    `    method="${method}",`,
    ...(named.length === 0
      ? []
      : [
          '    headers={',
          ...named.map(([name, value]) => `        ${PYTHON.text(name)}: ${headerInPython(value)},`),
          '    },',
        ]),
    ...(body === null ? [] : [`    data=${data}.encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(response.read().decode())',
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(json.load(error)["message"])',
  ].join('\n')
}

const headerInPhp = (name: string, value: string) => {
  const { before, name: variable } = splitSecret(value)
  return variable === undefined ? quote(`${name}: ${value}`) : `${quote(`${name}: ${before}`)} . getenv('${variable}')`
}

/** Needs no PHP extension. An error response is printed too. */
export const phpOf = (baseUrl: string, { method, address, headers, body }: Request): string => {
  const json = body === null ? null : parsed(body)
  const content = json === null ? quote(body ?? '') : `json_encode(${literalIn(PHP, json.value, 1)})`
  const named = Object.entries(headers)
  return [
    '<?php',
    '',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(named.length === 0
      ? []
      : ["    'header' => [", ...named.map(([name, value]) => `        ${headerInPhp(name, value)},`), '    ],']),
    ...(body === null ? [] : [`    'content' => ${content},`]),
    "    'ignore_errors' => true,",
    ']]);',
    '',
    `echo file_get_contents(${quote(baseUrl + address)}, false, $context), PHP_EOL;`,
  ].join('\n')
}
