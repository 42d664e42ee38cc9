import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PAGE, personalDataPage } from '../../scripts/personal-data.ts'
import { headersOf } from '../../src/modules/deliveries/signatures.ts'
import { pasteFaults, shellBlocksIn } from '../support/paste.ts'

const textOf = (path: string) => readFileSync(path, 'utf8')
const linesOf = (path: string) => textOf(path).trimEnd().split('\n')

/** Lists the entries of a folder in the form used in the README's map, without hidden and git-ignored ones. */
const entriesOf = (folder: string) => {
  const ignored = new Set(linesOf('.gitignore'))
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ isFolder: entry.isDirectory(), name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .filter(({ name }) => !name.startsWith('.') && !ignored.has(name))
}

const DOCUMENTS = ['README.md', 'bench/README.md', ...globSync('docs/**/*.md')]

/** Returns the code spans in one column of all Markdown table rows. */
const codeInColumn = (text: string, column: number) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|').at(column) ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))

describe('README.md', () => {
  it('has at most 200 lines', () => {
    expect(linesOf('README.md').length).toBeLessThanOrEqual(200)
  })

  it('lists every top-level folder and every entry of src in its map, and nothing else', () => {
    const folders = entriesOf('.').filter(({ isFolder, name }) => isFolder && name !== 'src/')
    const expected = [...folders.map(({ name }) => name), ...entriesOf('src').map(({ name }) => `src/${name}`)]
    const map = /^## Find your way around$(.*?)^## /ms.exec(textOf('README.md'))?.[1] ?? ''
    expect(codeInColumn(map, 1).toSorted()).toEqual(expected.toSorted())
  })
})

describe('documentation', () => {
  it('has no broken relative links', () => {
    const dead = DOCUMENTS.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('has only shell blocks that can be pasted into bash and zsh', () => {
    const pages = [...DOCUMENTS, 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('examples/**/*.md')]
    const blocks = pages.flatMap((page) =>
      shellBlocksIn(textOf(page)).map(({ line, code }) => [`${page}:${line}`, code] as const),
    )
    const files = globSync('examples/**/*.sh').map((file) => [file, textOf(file)] as const)
    expect(blocks.length).toBeGreaterThan(25)
    const faulty = [...blocks, ...files].flatMap(([place, code]) =>
      pasteFaults(code).map((fault) => `${place}: ${fault}`),
    )
    expect(faulty).toEqual([])
  })

  it.each([
    ['# a comment', 'a comment'],
    ['npm start # serves', 'a comment'],
    ["# don't", "an open '"],
    ['echo "Hello!"', '! in double quotes'],
    ['curl http://x/y?z=1', 'an unquoted ?'],
  ])('is told apart from %s', (code, fault) => {
    expect(pasteFaults(code)).toContain(fault)
    expect(pasteFaults(String.raw`curl -s "http://x/y?a#b" -d '{"a": "it'\''s #1!"}' | tee a#b`)).toEqual([])
  })

  it('quotes only log messages that the code writes', () => {
    const table = /^\| message .*?(?=^$)/ms.exec(textOf('docs/deploying.md'))?.[0] ?? ''
    const single = /logs `([^`]+)`/.exec(textOf('docs/deploying.md').replaceAll('\n', ' '))?.[1] ?? ''
    const quoted = [...codeInColumn(table, 1), single].map((message) =>
      message.replace('<SETTING> is …; it must be …', '; it must be …'),
    )
    const code = globSync(['src/**/*.ts', 'scripts/start/*.ts'])
      .map(textOf)
      .join('\n')
      .replaceAll(/\$\{[^}]+\}/g, '…')
    const written = (message: string) => [message, message.replace('database', '…')].some((text) => code.includes(text))
    expect(quoted.length).toBeGreaterThanOrEqual(6)
    expect(quoted.filter((message) => !written(message))).toEqual([])
  })

  it('has a glossary of 1 to 25 terms whose files exist', () => {
    const files = codeInColumn(textOf('docs/glossary.md'), -2)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThanOrEqual(25)
  })

  it('lists every decision record exactly once in docs/decisions/README.md', () => {
    const pages = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
    const listed = [...textOf('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, page = '']) => page)
    expect(listed.toSorted()).toEqual(pages.toSorted())
  })

  it('publishes test vectors in docs/webhooks.md that headersOf reproduces', async () => {
    const text = textOf('docs/webhooks.md')
    const valueOf = (name: string) => new RegExp(`^\\| ${name} +\\| \`([^\`]+)\``, 'm').exec(text)?.[1] ?? ''
    const signable = {
      id: 'del_1',
      type: 'guest.registered' as const,
      body: valueOf('body'),
      sentAt: Number(valueOf('timestamp')) * 1000,
      secrets: [valueOf('secret')] as [string],
    }
    const headers = { ...(await headersOf('current', signable)), ...(await headersOf('target', signable)) }
    for (const name of ['X-Svc-Webhook-Signature', 'X-Svc-Signature', 'webhook-signature']) {
      expect(text).toContain(`\`${headers[name]}\``)
    }
  })
})

describe('personal data page', () => {
  it('is up to date with the registry (`node scripts/personal-data.ts` writes it)', () => {
    expect(textOf(PAGE)).toBe(personalDataPage())
  })
})
