/**
 * Splits the amount of a bank line over orders, in the order in which a person chose them. Each order gets the amount
 * it still owes; the last may get less. A single order gets everything, and the service refunds the surplus.
 */
export const splitLine = (amount: number, owed: readonly number[]) => {
  let rest = amount
  const shares = owed.map((each) => {
    const share = Math.min(rest, each)
    rest -= share
    return share
  })
  const isSingle = owed.length === 1
  return {
    shares: isSingle ? [amount] : shares,
    rest,
    isReady: isSingle || (owed.length > 1 && rest === 0 && shares.every((share) => share > 0)),
  }
}
