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

/** Replaces `$API_KEY` and `$TOKEN` with `process.env` variables. */
const inScript = (text: string) => {
  const [, before = '', name] = /^(.*)\$([A-Z_]+)$/.exec(text) ?? []
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
