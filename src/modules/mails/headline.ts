import type { Language } from '../../words/words.ts'

/**
 * Large type has tighter letter spacing, except in scripts that join letters (Arabic) or use square ones (Japanese).
 * Arabic lines also need extra height for vowel marks.
 */
export const largeTypeStyle = ({ locale }: Pick<Language, 'locale'>) =>
  locale === 'ar' ? ';line-height:1.5' : locale === 'ja' ? ';word-break:auto-phrase' : ';letter-spacing:-0.02em'
