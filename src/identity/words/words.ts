import type { Locale } from '../../kernel/vocabulary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type SignInWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

const LISTS: Readonly<Record<Locale, SignInWords>> = { en, de, fr, es, it, nl, pt, pl, ja, ar }

export const signInWords = (locale: Locale): SignInWords => LISTS[locale]
