import { sha256Hex } from '../../kernel/crypto.ts'
import { isIban, type StatementLine } from '../../kernel/bank-transfer.ts'

export type Sent = StatementLine & { index: number; fingerprint: string }

/**
 * An account number of another kind counts for the fingerprint and isn’t stored, because nothing can be transferred to
 * it.
 *
 * Counts identical lines, so that a person who pays the same amount twice on one day is not taken for one payment.
 */
export const withFingerprints = async (iban: string, lines: readonly StatementLine[]): Promise<Sent[]> => {
  const counts = new Map<string, number>()
  return Promise.all(
    lines.map(async (line, index) => {
      const { bookedOn, amount, currency, bankReference, payerName, payerIban, text, reference } = line
      const facts = JSON.stringify([
        iban,
        bookedOn,
        amount,
        currency,
        bankReference,
        payerName,
        payerIban,
        text,
        reference,
      ])
      const count = (counts.get(facts) ?? 0) + 1
      counts.set(facts, count)
      const known = payerIban !== null && isIban(payerIban) ? payerIban : null
      return { ...line, payerIban: known, index, fingerprint: await sha256Hex(`${count}:${facts}`) }
    }),
  )
}
