import { element } from '../shared/element.ts'
import { copyButton } from '../shared/copying.ts'

export type Language = 'json' | 'shell' | 'script' | 'python' | 'php' | 'markup' | 'text'

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'`
const NUMBER = String.raw`(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])`

/** Each named group is a token type. Text that no group matches stays plain. */
const GRAMMARS: Record<Exclude<Language, 'text'>, RegExp> = {
  json: new RegExp(
    `(?<key>"(?:[^"\\\\]|\\\\.)*"(?=\\s*:))|(?<string>${STRING})|(?<number>${NUMBER}|\\b(?:true|false|null)\\b)`,
    'g',
  ),
  shell: new RegExp(
    `(?<comment>(?<=^|\\s)#[^\\n]*)|(?<key>\\$[A-Z_]+)|(?<string>${STRING})|(?<word>(?<=^|\\n|\\| )\\w+)`,
    'g',
  ),
  script: new RegExp(
    `(?<comment>//[^\\n]*|/\\*[^]*?\\*/)|(?<string>${STRING}|\`(?:[^\`\\\\]|\\\\.)*\`)|(?<word>\\b(?:await|async|const|let|for|of|if|else|return|throw|new|import|from|export|function|while)\\b)|(?<number>${NUMBER})`,
    'g',
  ),
  python: new RegExp(
    `(?<string>${STRING})|(?<word>\\b(?:as|except|import|raise|try|with)\\b)|(?<number>${NUMBER}|\\b(?:True|False|None)\\b)`,
    'g',
  ),
  php: new RegExp(
    `(?<string>${STRING})|(?<word><\\?php|\\b(?:echo|new)\\b)|(?<key>\\$\\w+)|(?<number>${NUMBER}|\\b(?:true|false|null)\\b)`,
    'g',
  ),
  markup: new RegExp(`(?<comment><!--[^]*?-->)|(?<string>${STRING})|(?<word></?[a-z][\\w-]*|>)`, 'g'),
}

const kindOf = (groups: Record<string, string | undefined>) =>
  Object.keys(groups).find((name) => groups[name] !== undefined) ?? ''

const colouredWords = (text: string, language: Language): (Node | string)[] => {
  if (language === 'text') return [text]
  const words: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(GRAMMARS[language])) {
    words.push(text.slice(end, match.index), element('span', { class: `is-${kindOf(match.groups ?? {})}` }, match[0]))
    end = match.index + match[0].length
  }
  return [...words, text.slice(end)]
}

const NAMES: Record<Language, string> = {
  json: 'JSON',
  shell: 'Shell',
  script: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  markup: 'HTML',
  text: '',
}

/** A highlighted code block with a copy button, which copies the original `text`. */
export const codeBlock = (text: string, language: Language, name = NAMES[language]): HTMLElement =>
  element(
    'div',
    { class: `code of-${language}` },
    element(
      'div',
      { class: 'code-head' },
      element('span', {}, name),
      copyButton(() => text, name, 'copy'),
    ),
    element(
      'pre',
      { tabindex: 0, role: 'group', 'aria-label': name || 'Text' },
      element('code', {}, colouredWords(text, language)),
    ),
  )

/** Renders text with `code` between backticks. */
export const prose = (text: string): Node[] =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? element('code', {}, part.slice(1, -1)) : new Text(part)))
