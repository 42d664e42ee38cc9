import { describe, expect, it } from 'vitest'
import { literalTextIn } from '../../scripts/check/literal-text.ts'

const textsIn = (source: string) => literalTextIn('screen.tsx', source).map(({ text }) => text)

describe('literalTextIn', () => {
  it.each([
    ['a child', '<p>Save</p>', ['Save']],
    ['a child in a fragment', '<>Save</>', ['Save']],
    ['a string in braces', "<p>{'saved'}</p>", ['saved']],
    ['both branches of a condition', `<p>{isOn ? 'turned on' : \`off \${when}\`}</p>`, ['turned on', 'off …']],
    ['the right of an &&', "<p>{isOn && 'turned on'}</p>", ['turned on']],
    ['an attribute', '<Dialog title="Guests" />', ['Guests']],
    ['a template in an attribute', `<a aria-label={\`edit \${name}\`} />`, ['edit …']],
    ['a property', "const chip = { mark: 'disc', words: 'Paid' }", ['Paid']],
    ['a property with a function', `const column = { title: () => \`\${n} of \${m}\` }`, ['… of …']],
    ['a toast', "session.toast(isOk ? 'saved' : 'failed')", ['saved', 'failed']],
    ['an error for people', "throw new SaidInWords('gone')", ['gone']],
    ['a sentence anywhere', "const say = () => 'You can undo this'", ['You can undo this']],
    ['a key that only Apple devices have', '<kbd>⌘↵</kbd>', ['⌘↵']],
  ])('finds %s', (_, source, texts) => {
    expect(textsIn(source)).toEqual(texts)
  })

  it.each([
    ['words from a list', '<p title={words.title}>{words.text}</p>'],
    ['class names and ids', '<p class="button plain" id="main" key={id}>{words.text}</p>'],
    ['symbols and acronyms', '<p title="CSV"> · {count} / {total} – </p>'],
    ['code and keys', '<p><code>GET /events</code><pre>npm start</pre><kbd>Esc</kbd></p>'],
    ['addresses', '<TextField placeholder="https://example.org/hook" />'],
    ['a comparison', "<p>{kind === 'guest list' && words.text}</p>"],
    ['keyboard shortcuts', "useKeys({ 'Mod k': open, 'Shift x': pick })"],
    ['errors for developers', "throw new Error('The root element is missing')"],
    ['types and imports', "import type { A } from './A file.ts'\ntype Label = 'All guests'"],
  ])('allows %s', (_, source) => {
    expect(textsIn(source)).toEqual([])
  })

  it('names the line', () => {
    expect(literalTextIn('screen.tsx', 'const a = 1\n\nconst b = <p>Save</p>')).toEqual([{ line: 3, text: 'Save' }])
  })
})
