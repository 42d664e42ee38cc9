import { describe, expect, it } from 'vitest'
import { Markdown } from '../../../src/presentation/markdown.tsx'

const drawn = (text: string, dress: 'mail' | 'page') => {
  const node: { toString(): string } = Markdown({ text, dress })
  return node.toString()
}
const mailOfMarkdown = (markdown: string) => drawn(markdown, 'mail')
const pageOfMarkdown = (markdown: string) => drawn(markdown, 'page')

/** Renders without `class` and `style`, which affect neither safety nor structure. */
const bare = (markdown: string) =>
  mailOfMarkdown(markdown)
    .replaceAll(/ (?:class|style)="[^"]*"/g, '')
    .replaceAll('/>', '>')

describe('Markdown', () => {
  it.each([
    ['Hello', '<p>Hello</p>'],
    ['one\ntwo\n\nthree', '<p>one<br>two</p>\n<p>three</p>'],
    ['# Big\nand small', '<h2>Big</h2><p>and small</p>'],
    ['**bold** and *soft* and `code`', '<p><strong>bold</strong> and <em>soft</em> and <code>code</code></p>'],
    ['Bring:\n- a\n- b', '<p>Bring:</p><ul><li>a</li><li>b</li></ul>'],
    ['It was\n1999. A good year', '<p>It was<br>1999. A good year</p>'],
    ['- a\n- b\n  goes on', '<ul><li>a</li><li>b goes on</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['> said\n> so', '<blockquote>said<br>so</blockquote>'],
    ['---', '<hr>'],
    ['[site](https://a.test/x?y=1&z=2)', '<p><a href="https://a.test/x?y=1&amp;z=2">site</a></p>'],
    ['see https://a.test/b.', '<p>see <a href="https://a.test/b">https://a.test/b</a>.</p>'],
    ['[mail](mailto:a@b.test)', '<p><a href="mailto:a@b.test">mail</a></p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ])('renders %j as %j', (markdown, html) => {
    expect(bare(markdown)).toBe(html)
  })

  it.each([
    ['headings', '# a\n', '<h2>a</h2>'],
    ['list items', '- a\n', '<li>a</li>'],
    ['continuation lines', '  a\n', ''],
    ['nested quotes', '> ', ''],
    ['asterisks', '**', ''],
    ['brackets', '[', ''],
  ])('renders a text full of %s within 2 seconds and at most 4 elements deep', (_, each, drawnAs) => {
    const many = Math.floor(20_000 / each.length)
    const begunAt = performance.now()
    const html = bare(`- ${each.repeat(many)}`.replace(/^- (?=#)/, ''))
    expect(performance.now() - begunAt).toBeLessThan(2_000)
    if (drawnAs !== '') expect(html.split(drawnAs).length - 1).toBeGreaterThanOrEqual(many - 1)
    let depth = 0
    let deepest = 0
    for (const [, isEnd] of html.matchAll(/<(\/?)(?!br|hr)[a-z0-9]+[^>]*>/g)) {
      depth += isEnd === '/' ? -1 : 1
      deepest = Math.max(deepest, depth)
    }
    expect(deepest).toBeLessThanOrEqual(4)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '[x](https://a.test/"onmouseover="alert(1))',
    '[<b>x</b>](https://a.test)',
    'https://a.test/"><script>alert(1)</script>',
    '**<i>x</i>** `<u>` *<s>x</s>*',
    '# <svg onload=alert(1)>',
    '> <iframe>',
    '- <style>*{}</style>',
    '&lt;b&gt;',
  ])('outputs no foreign tag, event handler or URL scheme for %j', (markdown) => {
    for (const html of [mailOfMarkdown(markdown), pageOfMarkdown(markdown)]) {
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)]
      expect(html.replaceAll(/<\/?[a-z0-9]+[^>]*>/g, '')).not.toMatch(/[<>]/)
      for (const [, name, rest] of tags) {
        expect(['p', 'a', 'b', 'strong', 'em', 'code', 'h2', 'h3', 'ul', 'li', 'blockquote']).toContain(name)
        const unknown = rest?.replaceAll(
          / (?:href="(?:https?:|mailto:)[^"<>]*"|class="[^"]*"|style="[^"]*"|rel="nofollow ugc noopener"|dir="auto")/g,
          '',
        )
        expect(unknown).toBe('')
      }
    }
  })

  it('starts headings at h3 on pages, with a direction for each passage and without inline styles', () => {
    expect(pageOfMarkdown('# When\nat [ours](https://a.test)')).toBe(
      '<h3 dir="auto">When</h3><p dir="auto">at <a href="https://a.test" rel="nofollow ugc noopener">ours</a></p>',
    )
  })

  it('renders pathological text within 1 second', () => {
    const started = performance.now()
    for (const text of [
      '*'.repeat(20_000),
      '['.repeat(20_000),
      '**a'.repeat(6_000),
      `[${'a'.repeat(19_000)}`,
      '`'.repeat(20_000),
    ]) {
      mailOfMarkdown(text)
    }
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
