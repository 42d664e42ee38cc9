import { moneyOf } from '../../presentation/price.ts'
import { inARow } from '../../presentation/plain.ts'
import { percentOf } from '../../presentation/refund-policy.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import type { CancellationView } from '../asking.ts'

/** The refund that the buyer gets, in one or more sentences. Null if nothing was paid. */
export const refundText = (terms: CancellationView, timezone: string, language: Language): string | null => {
  const { doubt } = language.words
  const { refund, fee, currency, arrivesWithinDays, changesAt, nextRefund } = terms
  if (currency === null) return null
  if (refund === 0) return terms.steps.length === 0 ? doubt.notPaidBack : doubt.noRefund
  const money = (minor: number) => moneyOf(minor, currency, language)
  const share = percentOf(Math.round((100 * (refund + fee)) / (terms.kept + refund)), language)
  const sentence =
    fee > 0
      ? doubt.refundMinusFee(money(refund), share, money(fee))
      : terms.kept === 0
        ? doubt.refundAll(money(refund))
        : doubt.refundShare(money(refund), share)
  const later =
    changesAt === null || nextRefund === null
      ? []
      : [doubt.refundLater(momentOf(changesAt, timezone, language), money(nextRefund))]
  const arrives = arrivesWithinDays === null ? [] : [doubt.refundDays(arrivesWithinDays)]
  return inARow(language.locale, sentence, ...later, ...arrives)
}
