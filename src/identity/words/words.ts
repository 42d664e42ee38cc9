import type { Locale } from '../../kernel/vocabulary.ts'
import { signInAr } from './ar.ts'
import { signInDe } from './de.ts'
import { signInEn, type SignInWords } from './en.ts'
import { signInEs } from './es.ts'
import { signInFr } from './fr.ts'
import { signInIt } from './it.ts'
import { signInJa } from './ja.ts'
import { signInNl } from './nl.ts'
import { signInPl } from './pl.ts'
import { signInPt } from './pt.ts'

const LISTS: Readonly<Record<Locale, SignInWords>> = {
  en: signInEn,
  de: signInDe,
  fr: signInFr,
  es: signInEs,
  it: signInIt,
  nl: signInNl,
  pt: signInPt,
  pl: signInPl,
  ja: signInJa,
  ar: signInAr,
}

export const signInWords = (locale: Locale): SignInWords => LISTS[locale]
