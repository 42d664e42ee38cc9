import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../../src/kernel/vocabulary.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const COMMENTS = /\/\*.*?\*\/|^\s*\/\/.*$/gms

/** The texts of guests, of the workspace and of the kiosk, without comments. */
const textsOf = (locale: Locale) => {
  const folder = join(ROOT, 'web/console/words', locale)
  const read = (path: string) => readFileSync(path, 'utf8').replace(COMMENTS, '')
  return {
    pages: read(join(ROOT, 'src/words', `${locale}.ts`)),
    workspace: readdirSync(folder)
      .map((file) => read(join(folder, file)))
      .join('\n'),
    kiosk: read(join(ROOT, 'web/kiosk/words', `${locale}.ts`)),
  }
}

const OPENING = /[“„«‘「]/g
const OPENED_BY: Record<Locale, string> = {
  en: '“',
  // The closing mark of German is the opening mark of English.
  de: '„“',
  fr: '«',
  es: '«',
  it: '«',
  nl: '‘',
  pt: '«',
  pl: '„',
  ja: '「',
  ar: '«',
}

describe.each(LOCALES)('texts in %s', (locale) => {
  it('use one kind of quotation mark', () => {
    const found = Object.values(textsOf(locale)).flatMap((text) => text.match(OPENING) ?? [])
    expect(found.filter((mark) => !OPENED_BY[locale].includes(mark))).toEqual([])
  })
})

/** Words of the form of address that a list does not use. */
const OTHER_FORM = {
  'nl pages': /(?<![\p{L}’])(?:je|jij|jou|jouw)(?![\p{L}’])/giu,
  'nl workspace': /(?<![\p{L}’])(?<!\} )(?:u|uw)(?![\p{L}’])/giu,
  'nl kiosk': /(?<![\p{L}’])(?<!\} )(?:u|uw)(?![\p{L}’])/giu,
  'es workspace':
    /(?<!\p{L})(?:usted|Usted|Espere|Elimine|Elimínelo|Inténtelo|Déjelo|Vea|Inscriba|Revise|Elija)(?!\p{L})/gu,
  'it workspace': /(?<!\p{L})(?:Lei|Riprovi|Attenda|Lasci|Guardi|Controlli|Scelga)(?!\p{L})/gu,
  'de workspace': /(?<!\p{L})(?:du|dich|dir|dein|deine|deinen|deiner)(?!\p{L})/giu,
  'fr workspace': /(?<!\p{L})(?:tu|toi|tes)(?!\p{L})/gu,
} as const

it.each(Object.entries(OTHER_FORM))('%s keep to one form of address', (name, other) => {
  const [locale, place] = name.split(' ') as [Locale, 'pages' | 'workspace' | 'kiosk']
  expect(textsOf(locale)[place].match(other) ?? []).toEqual([])
})

/** The string literals of a source text, without the values put into them. */
const literalsIn = (source: string) =>
  (source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []).map((text) => text.replace(/\$\{[^}]*(?:\}|$)/g, 'x'))

it('French keeps double punctuation and guillemets with their words', () => {
  const { workspace, kiosk } = textsOf('fr')
  const loose = [workspace, kiosk].flatMap(literalsIn).filter((text) => / [:;!?»]|« /.test(text))
  expect(loose).toEqual([])
})
