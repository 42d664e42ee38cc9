import { sha256Hex } from '../../kernel/crypto.ts'
import { isIban, type StatementLine } from '../../kernel/bank-transfer.ts'

export type Sent = StatementLine & { index: number; fingerprint: string }

/**
 * Adds the fingerprint of each line. A `payerIban` that isn’t an IBAN is part of the fingerprint but isn’t stored,
 * because no money can be transferred to it.
 *
 * Numbers identical lines, so that two equal payments by the same person on one day remain two payments.
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
