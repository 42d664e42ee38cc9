import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PAGE, personalDataPage } from '../../scripts/personal-data.ts'
import { headersOf } from '../../src/modules/deliveries/signatures.ts'

const textOf = (path: string) => readFileSync(path, 'utf8')
const linesOf = (path: string) => textOf(path).trimEnd().split('\n')

/** The folders and files of a folder, as the map writes them: without what is hidden and what git ignores. */
const entriesOf = (folder: string) => {
  const ignored = new Set(linesOf('.gitignore'))
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ isFolder: entry.isDirectory(), name: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .filter(({ name }) => !name.startsWith('.') && !ignored.has(name))
}

const DOCUMENTS = ['README.md', 'bench/README.md', ...globSync('docs/**/*.md')]

/** The code in one column of every table row of a text. */
const codeInColumn = (text: string, column: number) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|').at(column) ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))

describe('the README', () => {
  it('has at most 200 lines', () => {
    expect(linesOf('README.md').length).toBeLessThanOrEqual(200)
  })

  it('names in its map every folder, every entry of src, and nothing else', () => {
    const folders = entriesOf('.').filter(({ isFolder, name }) => isFolder && name !== 'src/')
    const expected = [...folders.map(({ name }) => name), ...entriesOf('src').map(({ name }) => `src/${name}`)]
    const map = /^## Find your way around$(.*?)^## /ms.exec(textOf('README.md'))?.[1] ?? ''
    expect(codeInColumn(map, 1).toSorted()).toEqual(expected.toSorted())
  })
})

describe('the documents', () => {
  it('link to what is there', () => {
    const dead = DOCUMENTS.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('have a glossary of at most 25 words, each with a file that is there', () => {
    const files = codeInColumn(textOf('docs/glossary.md'), -2)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThanOrEqual(25)
  })

  it('list every decision once', () => {
    const pages = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
    const listed = [...textOf('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, page = '']) => page)
    expect(listed.toSorted()).toEqual(pages.toSorted())
  })

  it('give receivers of webhooks signatures to try that the service itself makes', async () => {
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

describe('the page of what is kept about whom', () => {
  it('is what the registry says; `node scripts/personal-data.ts` writes it', () => {
    expect(textOf(PAGE)).toBe(personalDataPage())
  })
})
